import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_LIMITS } from '@bindery/bundle'
import type { StaticExport } from './config.ts'
import { fetchBundle } from './fetch-bundle.ts'
import { HostError } from './host-error.ts'
import type { Keeper, Kept } from './keep-bundle.ts'
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

async function obtainRemote(wish: StaticExport, keeper: Keeper, signal: AbortSignal): Promise<Kept | undefined> {
  const { bundleUrl, allowHttp, limits } = wish
  const into = join(keeper.room, 'archive.tar.gz')
  try {
    const maxBytes = limits.maxBytes ?? DEFAULT_LIMITS.maxBytes
    const etag = knownTag(wish, keeper)
    const fetched = await fetchBundle(bundleUrl, { into, etag, allowHttp, maxBytes, signal })
    if (fetched === 'unchanged') return undefined
    return await placeArchive(into, wish, keeper, fetched.etag, signal)
  } finally {
    await rm(into, { force: true })
  }
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
  if (!place.isDirectory()) return placeArchive(path, wish, keeper, etag, signal)
  return keeper.place((folder) => takeFolder(path, folder, wish), { address: addressOf(wish), etag })
}

function placeArchive(path: string, wish: StaticExport, keeper: Keeper, etag: string | undefined, signal: AbortSignal) {
  const archive = () => createReadStream(path, { signal, highWaterMark: 1024 * 1024 })
  return keeper.place((folder) => takeArchive(archive, folder, wish, keeper.kept), { address: addressOf(wish), etag })
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
