import type { ServerResponse } from 'node:http'
import type { Remark } from './show-page.ts'

/** A page that is open in a browser, and the way to tell it something. */
export class PageStream {
  /** The path in its address. */
  readonly path: string
  /** What it shows; empty when it is no page of the author. */
  version: string
  readonly #response: ServerResponse
  #remarks = '[]'

  constructor(path: string, version: string, response: ServerResponse) {
    this.path = path
    this.version = version
    this.#response = response
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    // A browser whose stream has ended asks again after this time; it finds out then what it has missed.
    response.write('retry: 500\n\n')
  }

  reload(): void {
    this.#response.write('event: reload\ndata: {}\n\n')
  }

  /** Nothing is sent when the page shows these already. */
  showRemarks(remarks: Remark[]): void {
    const text = JSON.stringify(remarks)
    if (text === this.#remarks) return
    this.#remarks = text
    this.#response.write(`event: remarks\ndata: ${text}\n\n`)
  }

  end(): void {
    this.#response.end()
  }
}

/** The streams of all open pages. */
export class EventStreams extends Set<PageStream> {
  open(path: string, version: string, response: ServerResponse): PageStream {
    const stream = new PageStream(path, version, response)
    this.add(stream)
    response.once('close', () => this.delete(stream))
    return stream
  }
}
