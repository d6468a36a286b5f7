import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Reading {
  requests: number
  pages: number
  /** How many different ones were seen. */
  versions: number
  faults: string[]
}

// Each on a connection of its own, without a pause.
const readers = 16
const pages = 20

/** Readers of a page and then of the assets that it names: all must be there, and of the version of the page. */
export function startReaders(url: string): { stop(): Promise<Reading> } {
  const found = { requests: 0, pages: 0, faults: [] as string[] }
  const versions = new Set<string>()
  let isEnding = false
  const read = async (reader: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = async (path: string) => {
      found.requests++
      const [response] = await once(request(`${url}${path}`, { agent }).end(), 'response')
      const body = await text(response)
      if (response.statusCode !== 200) found.faults.push(`${path} answered ${response.statusCode}`)
      return body
    }
    for (let turn = reader; !isEnding; turn++) {
      const page = await get(`/page-${turn % pages}`)
      const version = /<h1>(v\d+)<\/h1>/.exec(page)?.[1] ?? 'none'
      versions.add(version)
      found.pages++
      for (const [, asset = ''] of page.matchAll(/href="(.*?)"/g)) {
        if (!(await get(asset)).startsWith(`${version} `)) found.faults.push(`${asset} is not of ${version}`)
      }
    }
    agent.destroy()
  }
  // A connection that breaks is a fault as well, and ends its reader.
  const reading = Array.from({ length: readers }, (_, reader) => {
    return read(reader).catch((error) => found.faults.push(`a reader was cut off: ${error.message}`))
  })
  return {
    async stop() {
      isEnding = true
      await Promise.all(reading)
      return { ...found, versions: versions.size }
    },
  }
}
