import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { createMemory } from '../src/serve/create-memory.ts'
import { createHandler, type HandlerSettings } from '../src/serve/handle-request.ts'
import { createBodies } from '../src/serve/read-body.ts'
import { createSiteServer } from '../src/serve/serve.ts'
import { openFolder } from '../src/versions/open-site.ts'
import { createSiteVersions } from '../src/versions/site-versions.ts'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** One request as it stands: nothing is followed, decoded, tidied up or cached. */
export async function ask(
  origin: string,
  path: string,
  options: { method?: string; headers?: OutgoingHttpHeaders } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(origin)
  const sent = request({ hostname, port, path, agent: false, ...options })
  sent.end()
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

async function writeFiles(folder: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

/** These files over HTTP, and the parts behind them. */
export async function serveFiles(files: Record<string, string | Uint8Array>, settings: Partial<HandlerSettings> = {}) {
  await using parts = new AsyncDisposableStack()
  const folder = parts.use(await temporaryFolder())
  const encodings = parts.use(await temporaryFolder())
  await writeFiles(folder.path, files)
  const discarded: string[] = []
  const versions = parts.use(
    createSiteVersions({ retainEarlierMs: 60_000, discard: (site) => discarded.push(site.folder) }),
  )
  versions.put(await openFolder(folder.path))
  const answer = createHandler(versions, createBodies(encodings.path, createMemory(1024 * 1024)), {
    basePath: '',
    headers: {},
    ...settings,
  })
  const faults: unknown[] = []
  const server = createSiteServer({ answer, count() {}, fail: (error) => faults.push(error) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const all = parts.move()
  return {
    url,
    shelf: versions,
    faults,
    discarded,
    folder: folder.path,
    encodings: encodings.path,
    get: (path: string, headers: OutgoingHttpHeaders = {}) => ask(url, path, { headers }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
