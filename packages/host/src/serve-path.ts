import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractBundle, unchecked, verifyFolder } from '@bindery/bundle'
import { readBasePath } from './config/read-config.ts'
import { HostError } from './ops/host-error.ts'
import { createMemory } from './serve/create-memory.ts'
import { createHandler } from './serve/handle-request.ts'
import { listen } from './serve/listen.ts'
import { createBodies } from './serve/read-body.ts'
import { createSiteServer } from './serve/serve.ts'
import { openFolder, openSite, type Site } from './versions/open-site.ts'
import { createSiteVersions } from './versions/site-versions.ts'

export interface ServePathOptions {
  /** A bundle, the folder that one was extracted to, or any folder that holds a site. */
  path: string
  /** 0 takes any free one. */
  port: number
  basePath?: string
  fail(error: unknown, url: string): void
}

export interface ServedPath extends AsyncDisposable {
  url: string
  files: number
  version: string | undefined
}

const memoryBytes = 64 * 1024 * 1024

/** Serves a site on this machine, as the host would. A bundle is checked whole before anything of it is served. */
export async function servePath({ path, port, basePath = '', fail }: ServePathOptions): Promise<ServedPath> {
  const base = readBasePath(basePath)
  await using parts = new AsyncDisposableStack()
  const room = await mkdtemp(join(tmpdir(), 'bindery-serve-'))
  parts.defer(() => rm(room, { recursive: true, force: true }))
  const site = await openPath(path, join(room, 'site'))
  const versions = parts.use(createSiteVersions({ retainEarlierMs: 0, discard() {} }))
  versions.put(site)
  const bodies = createBodies(join(room, 'encodings'), createMemory(memoryBytes))
  const answer = createHandler(versions, bodies, { basePath: base, headers: {} })
  const server = createSiteServer({ answer, count() {}, fail })
  const origin = await listen(server, { host: '127.0.0.1', port })
  parts.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const all = parts.move()
  return {
    url: `${origin}${base}/`,
    files: site.files.size,
    version: site.facts?.version,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

async function openPath(path: string, room: string): Promise<Site> {
  const place = await stat(path).catch((cause) => {
    throw new HostError('no_site', `${path} cannot be read (${cause.code}). Name a bundle or a folder.`, { cause })
  })
  if (!place.isDirectory()) return openSite(room, await extractBundle(createReadStream(path), room, unchecked))
  const isBundle = await stat(join(path, 'manifest.json')).catch(() => undefined)
  return isBundle ? openSite(path, await verifyFolder(path, unchecked)) : openFolder(path)
}
