import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BundleError, DEFAULT_LIMITS } from '@bindery/bundle'
import type { StaticExport } from '../config/config.ts'
import { HostError } from '../ops/host-error.ts'
import { fetchBundle } from './fetch-bundle.ts'
import type { Keeper, Kept, Source } from './keep-bundle.ts'
import { takeArchive, takeFolder } from './take-bundle.ts'

/** Gets what `bundleUrl` names and has it judged; `undefined` when it is what is kept already, and that is as wished. */
export async function obtainBundle(wish: StaticExport, keeper: Keeper, signal: AbortSignal): Promise<Kept | undefined> {
  const isKept = wish.sha256 !== undefined && keeper.kept?.sha256 === wish.sha256
  const next = isKept ? undefined : await obtain(wish, keeper, signal)
  if (!next) await keeper.judge(wish)
  return next
}

function obtain(wish: StaticExport, keeper: Keeper, signal: AbortSignal): Promise<Kept | undefined> {
  const url = URL.parse(wish.bundleUrl)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return obtainRemote(wish, keeper, signal)
  return obtainLocal(url?.protocol === 'file:' ? fileURLToPath(url) : wish.bundleUrl, wish, keeper, signal)
}

function obtainRemote(wish: StaticExport, keeper: Keeper, signal: AbortSignal): Promise<Kept | undefined> {
  const nameSource = (etag: string | undefined) => ({ address: addressOf(wish), etag })
  const remote = { url: wish.bundleUrl, etag: knownTag(wish, keeper), nameSource }
  return fetchAndPlace(remote, wish, keeper, signal)
}

export interface Remote {
  url: string
  /** Of what is kept, if it came from there. */
  etag?: string | undefined
  /** From what the server says of the archive. */
  nameSource(etag: string | undefined): Source
  /** What to do when the link is refused. */
  advice?: string
  /** Of the archive, from whoever gave the link. */
  sha256?: string
}

/** An archive by http(s); `undefined` when it is what is kept already. */
export async function fetchAndPlace(
  { url, etag, nameSource, advice, sha256 }: Remote,
  wish: StaticExport,
  keeper: Keeper,
  signal: AbortSignal,
): Promise<Kept | undefined> {
  const { allowHttp, limits, timeoutSeconds } = wish
  const into = join(keeper.room, 'archive.tar.gz')
  try {
    const maxBytes = limits.maxBytes ?? DEFAULT_LIMITS.maxBytes
    const options = { into, etag, allowHttp, maxBytes, timeoutSeconds, sha256, signal, advice }
    const fetched = await fetchBundle(url, options)
    if (fetched === 'unchanged') return undefined
    const placing = placeArchive(into, wish, keeper, nameSource(fetched.etag), signal)
    return await (fetched.mayBeCut ? placing.catch(blameConnection) : placing)
  } finally {
    await rm(into, { force: true })
  }
}

/** Refused for good it would stay away, though the next download may be whole. */
function blameConnection(error: unknown): never {
  if (!(error instanceof BundleError) || error.code !== 'truncated') throw error
  throw new HostError('bundle_unreachable', `${error.message} The server did not say how long it is.`, { cause: error })
}

async function obtainLocal(
  path: string,
  wish: StaticExport,
  keeper: Keeper,
  signal: AbortSignal,
): Promise<Kept | undefined> {
  const place = await look(path)
  // What names the content of a folder is its manifest.
  const { mtimeMs, size } = place.isDirectory() ? await look(join(path, 'manifest.json')) : place
  const etag = `${mtimeMs}-${size}`
  if (etag === knownTag(wish, keeper)) return undefined
  const source = { address: addressOf(wish), etag }
  if (!place.isDirectory()) return placeArchive(path, wish, keeper, source, signal)
  return keeper.place((folder) => takeFolder(path, folder, wish), source)
}

function placeArchive(path: string, wish: StaticExport, keeper: Keeper, source: Source, signal: AbortSignal) {
  const archive = () => createReadStream(path, { signal, highWaterMark: 1024 * 1024 })
  return keeper.place((folder) => takeArchive(archive, folder, wish, keeper.kept), source)
}

/** Only of the same address: elsewhere the same tag may mean another content. */
function knownTag(wish: StaticExport, { kept }: Keeper): string | undefined {
  return kept?.source.address === addressOf(wish) ? kept.source.etag : undefined
}

function addressOf({ bundleUrl }: StaticExport): string {
  return hash('sha256', bundleUrl)
}

function look(path: string) {
  return stat(path).catch((cause) => {
    const message = `${path} cannot be read (${cause.code}). Name a .tar.gz, or a folder that one was extracted to.`
    throw new HostError('bundle_unreachable', message, { cause })
  })
}
