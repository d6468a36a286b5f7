import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BundleError, defaultLimits } from '@bindery/bundle'
import type { StaticExport } from '../config/config.ts'
import { HostError } from '../ops/host-error.ts'
import type { BundleStore, Source, StoredBundle } from './bundle-store.ts'
import { fetchBundle } from './fetch-bundle.ts'
import { takeArchive, takeFolder } from './take-bundle.ts'

/** Gets what `bundleUrl` names and has it judged; `undefined` when it is what is kept already, and that is as wished. */
export async function obtainBundle(
  desired: StaticExport,
  store: BundleStore,
  signal: AbortSignal,
): Promise<StoredBundle | undefined> {
  const { sha256 } = desired.expected
  const isStored = sha256 !== undefined && store.stored?.sha256 === sha256
  const next = isStored ? undefined : await obtain(desired, store, signal)
  if (!next) await store.verify(desired)
  return next
}

function obtain(desired: StaticExport, store: BundleStore, signal: AbortSignal): Promise<StoredBundle | undefined> {
  const url = URL.parse(desired.bundleUrl)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return obtainRemote(desired, store, signal)
  return obtainLocal(url?.protocol === 'file:' ? fileURLToPath(url) : desired.bundleUrl, desired, store, signal)
}

function obtainRemote(
  desired: StaticExport,
  store: BundleStore,
  signal: AbortSignal,
): Promise<StoredBundle | undefined> {
  const nameSource = (etag: string | undefined) => ({ address: addressOf(desired), etag })
  const remote = { url: desired.bundleUrl, etag: knownTag(desired, store), nameSource }
  return fetchAndPlace(remote, desired, store, signal)
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
  desired: StaticExport,
  store: BundleStore,
  signal: AbortSignal,
): Promise<StoredBundle | undefined> {
  const { allowHttp, limits, timeoutSeconds } = desired
  const into = join(store.room, 'archive.tar.gz')
  try {
    const maxBytes = limits.maxBytes ?? defaultLimits.maxBytes
    const options = { into, etag, allowHttp, maxBytes, timeoutSeconds, sha256, signal, advice }
    const fetched = await fetchBundle(url, options)
    if (fetched === 'unchanged') return undefined
    const placing = placeArchive(into, desired, store, nameSource(fetched.etag), signal)
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
  desired: StaticExport,
  store: BundleStore,
  signal: AbortSignal,
): Promise<StoredBundle | undefined> {
  const place = await look(path)
  // What names the content of a folder is its manifest.
  const { mtimeMs, size } = place.isDirectory() ? await look(join(path, 'manifest.json')) : place
  const etag = `${mtimeMs}-${size}`
  if (etag === knownTag(desired, store)) return undefined
  const source = { address: addressOf(desired), etag }
  if (!place.isDirectory()) return placeArchive(path, desired, store, source, signal)
  return store.place((folder) => takeFolder(path, folder, desired, store.stored), source)
}

function placeArchive(path: string, desired: StaticExport, store: BundleStore, source: Source, signal: AbortSignal) {
  const archive = () => createReadStream(path, { signal, highWaterMark: 1024 * 1024 })
  return store.place((folder) => takeArchive(archive, folder, desired, store.stored), source)
}

/** Only of the same address: elsewhere the same tag may mean another content. */
function knownTag(desired: StaticExport, { stored }: BundleStore): string | undefined {
  return stored?.source.address === addressOf(desired) ? stored.source.etag : undefined
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
