import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

const agent = new Agent({ keepAlive: true })

/** `fetch` does not let one choose the name. */
export async function askByName(
  url: string,
  name: string,
  path = '/',
  more = {},
): Promise<{ status: number; body: string }> {
  const [response] = await once(request(`${url}${path}`, { agent, headers: { host: name, ...more } }).end(), 'response')
  return { status: response.statusCode, body: await text(response) }
}

/** Readers of all these names, a page and then its style sheet, until they are stopped; whatever is not whole has failed. */
export function readByName(url: string, names: readonly string[]) {
  let isEnded = false
  const figures = { requests: 0, failed: 0 }
  const read = async (first: number) => {
    for (let at = first; !isEnded; at++) {
      const name = names[at % names.length] ?? ''
      figures.requests += 2
      const page = await askByName(url, name).catch(() => undefined)
      const [, version, style = ''] = /<h1>(\w) of .*? href="([^"]+)"/.exec(page?.body ?? '') ?? []
      const sheet = await askByName(url, name, style || '/missing').catch(() => undefined)
      const isWhole = page?.status === 200 && sheet?.body.startsWith(`/* ${version} of ${name} */`)
      if (!isWhole) figures.failed++
    }
  }
  const readers = Array.from({ length: 4 }, (_, at) => read(at * 7))
  return {
    async stop() {
      isEnded = true
      await Promise.all(readers)
      return figures
    },
  }
}
