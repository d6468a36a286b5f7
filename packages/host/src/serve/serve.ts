import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Range } from '@bindery/bundle'
import type { Held } from './create-memory.ts'
import type { HostResponse, RequestHandler } from './handle-request.ts'
import { isHeld } from './read-body.ts'

// Longer than proxies keep theirs (60 s in most): a connection must not be closed under a request that is on its way.
export const keepAliveMs = 75_000

// A question without a body needs no stream for one: without it a request costs an eighth less.
const serverOptions = { keepAliveTimeout: keepAliveMs, optimizeEmptyRequests: true }

export interface ServeOptions {
  answer: RequestHandler
  count(status: number): void
  fail(error: unknown, url: string): void
}

export function createSiteServer({ answer, count, fail }: ServeOptions): Server {
  return createServer(serverOptions, (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const refuse = (error: unknown) => {
      fail(error, url)
      count(500)
      if (response.headersSent) return void response.destroy()
      response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The file could not be read.\n')
    }
    const finish = (answered: HostResponse) => {
      count(answered.status)
      send(request, response, answered)
    }
    try {
      const answered = answer({ method, url, headers, raw: request })
      if (answered instanceof Promise) answered.then(finish).catch(refuse)
      else finish(answered)
    } catch (error) {
      refuse(error)
    }
  })
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, range, release }: HostResponse,
) {
  response.writeHead(status, headers as string[])
  const sent = request.method === 'HEAD' ? undefined : body
  if (sent !== undefined && !isHeld(sent)) {
    // A reader who goes away ends the stream; the error is his, not ours.
    pipeline(createReadStream(sent.place, range), response, () => release?.())
    return
  }
  response.end(sent && range ? cut(sent, range) : sent, 'latin1')
  release?.()
}

function cut(held: Held, { start, end }: Range): Held {
  return typeof held === 'string' ? held.slice(start, end + 1) : held.subarray(start, end + 1)
}
