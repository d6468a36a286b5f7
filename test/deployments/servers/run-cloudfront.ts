import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { normalize } from './ask.ts'
import type { Answer, Mount, Server } from './server.ts'

interface Reply {
  uri?: string
  statusCode?: number
  headers?: Record<string, { value: string }>
}

/**
 * The function for CloudFront, run on its own, before a bucket that holds the files at the path and answers what it
 * lacks with `404.html`, as the guide sets it up. Types and caching are the bucket's, so they are not looked at.
 */
export async function runCloudFront(mounts: Mount[]): Promise<Server> {
  const handlers = new Map<Mount, (event: object) => Reply>()
  for (const mount of mounts) {
    const text = await readFile(join(mount.folder, '_bindery/hosting/cloudfront.js'), 'utf8')
    const context = createContext({})
    runInContext(text.replace("var base = ''", `var base = '${mount.base}'`), context)
    handlers.set(mount, runInContext('handler', context))
  }
  return {
    name: 'cloudfront',
    unsaid: ['type', 'caching'],
    async ask(mount, address) {
      const [uri, query] = `${mount.base}${address}`.split('?')
      const reply = handlers.get(mount)?.({ request: { method: 'GET', uri, querystring: readQuery(query) } }) ?? {}
      if (reply.uri === undefined) return say(reply.statusCode ?? 0, '', reply.headers?.location?.value)
      const file = join(mount.folder, decodeURIComponent(reply.uri.slice(mount.base.length)))
      const found = await readFile(file).catch(() => undefined)
      if (!found) return say(404, await readFile(join(mount.folder, '404.html')))
      const response = handlers.get(mount)?.({ request: { uri }, response: { statusCode: 200, headers: {} } })
      return { ...say(200, found), sniffing: response?.headers?.['x-content-type-options']?.value }
    },
    async [Symbol.asyncDispose]() {},
  }
}

function say(status: number, body: string | Buffer, location?: string): Answer {
  const to = location === undefined ? undefined : normalize(location, '')
  const unknown = { type: undefined, caching: undefined, sniffing: undefined }
  return { ...unknown, status, location: to, body: hash('sha256', body).slice(0, 16) }
}

/** As CloudFront hands it over. */
function readQuery(query = ''): Record<string, { value: string }> {
  const pairs = query.split('&').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return [name, { value }]
    }),
  )
}
