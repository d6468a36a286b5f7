import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readArchive } from '../archive/read-archive.ts'
import type { ReadOptions } from '../folder/check-bundle.ts'
import { readFolderManifest } from '../folder/read-folder.ts'
import { recoverFolder, type StagedFolder, stageFolder } from '../folder/stage-folder.ts'
import { BundleError, quote } from '../format/bundle-error.ts'
import { compareFiles } from '../format/canonical-order.ts'
import { checkSitePath } from '../format/check-path.ts'
import { measureChunks } from '../format/digest-chunks.ts'
import { type BundleFile, type Chunks, deltaPath, type ManifestFile } from '../format/format.ts'
import {
  type CheckedManifest,
  checkDigest,
  checkManifest,
  type Expectations,
  type WrittenManifest,
} from '../manifest/check-manifest-entries.ts'
import { checkTogether, decodeManifest } from '../manifest/decode-manifest.ts'
import { encodeManifest } from '../manifest/encode-manifest.ts'
import { createFileCursor, type FileCursor } from '../manifest/file-cursor.ts'
import { matchFiles } from '../manifest/match-files.ts'
import { type DeltaHead, decodeDeltaHead } from './delta-head.ts'
import { diffFiles } from './diff-files.ts'

interface Base {
  files: ManifestFile[]
  sha256: string
}

/** Extracted bundle that the caller has verified, in a folder that only the caller writes to. */
export interface VerifiedBundle {
  folder: string
  checked: CheckedManifest
}

// Links made in one turn of the event loop: 100 take 2 ms, during which a host sends nothing.
const linksPerTurn = 100

/**
 * Turns the folder of one bundle into that of the next. The next one is built beside it, from the delta and from files
 * that are checked against the manifest, and takes its place when it is whole; what no manifest names is not carried over.
 */
export async function applyDelta(
  folder: string,
  delta: Chunks<Uint8Array>,
  expected: Expectations,
  options?: ReadOptions,
): Promise<CheckedManifest> {
  await recoverFolder(folder)
  await using staged = await stageFolder(folder)
  const { checked, unchanged } = await stageChanges(await readBase(folder), staged, delta, expected, options)
  for (const file of unchanged) await staged.write(await readUnchanged(folder, file))
  await staged.replace()
  return checked
}

/**
 * Extracts the next bundle to a new folder, which shares its unchanged files with the folder of the earlier bundle: nobody
 * may write to them again. Linking 12,700 files takes 150 to 200 ms of the processor, copying and checking them seconds.
 */
export async function extractDelta(
  delta: Chunks<Uint8Array>,
  folder: string,
  earlier: VerifiedBundle,
  expected: Expectations,
  options?: ReadOptions,
): Promise<CheckedManifest> {
  await using staged = await stageFolder(folder)
  const { manifest, manifestSha256 } = earlier.checked
  const base = { files: manifest.files, sha256: manifestSha256 }
  const { checked, unchanged } = await stageChanges(base, staged, delta, expected, options)
  await linkUnchanged(earlier.folder, unchanged, staged)
  await staged.publish()
  return checked
}

/** Writes the files of the delta; returns the new manifest and the files that the base must supply. */
async function stageChanges(
  base: Base,
  staged: StagedFolder,
  delta: Chunks<Uint8Array>,
  expected: Expectations,
  { limits }: ReadOptions = {},
): Promise<{ checked: CheckedManifest; unchanged: ManifestFile[] }> {
  const input = measureChunks(delta)
  const cursor = createFileCursor(readArchive(input.bytes, limits))
  try {
    const head = await takeHead(cursor, base)
    const { entries, ...checked } = await checkManifest(await rebuildManifest(base, head), cursor, expected)
    const { fresh, unchanged } = await divideFiles(base, checked.manifest.files, head)
    for (const entry of entries) await staged.write(entry)
    for await (const file of matchFiles(cursor, fresh)) await staged.write(file)
    checkDigest(input.result().sha256, expected)
    return { checked, unchanged }
  } finally {
    await cursor.close()
  }
}

async function readBase(folder: string): Promise<Base> {
  const bytes = await readFolderManifest(folder)
  return { files: (await decodeManifest(bytes)).files, sha256: hash('sha256', bytes) }
}

async function takeHead(cursor: FileCursor, base: Base): Promise<DeltaHead> {
  const entry = await cursor.take(deltaPath)
  if (entry?.path !== deltaPath) throw badDelta('is not the first file: this is not a delta')
  const head = decodeDeltaHead(entry.bytes)
  if (head.from === base.sha256) return head
  const message = head.to === base.sha256 ? 'was applied here already' : `is for the bundle with manifest ${head.from}`
  throw new BundleError('wrong_base', `The delta ${message}; the folder's manifest is ${base.sha256}.`)
}

/** The lines that stay and the lines that came, in their one order: if nothing is missing, they are the new manifest. */
async function rebuildManifest(base: Base, { site, removed, files: relined, to }: DeltaHead): Promise<WrittenManifest> {
  const replaced = new Set([...removed, ...relined.map(({ path }) => path)])
  const lines = [...base.files.filter(({ path }) => !replaced.has(path)), ...relined].sort(compareFiles)
  const bytes = await buffer(encodeManifest(site, lines))
  if (hash('sha256', bytes) !== to) throw badDelta('leads to another manifest than the one it carries')
  // Written by the one encoder it is canonical; what else `decodeManifest` asks is asked here, of each new line and of all.
  for (const { path } of relined) checkSitePath(path)
  checkTogether(lines)
  return { manifest: { site, files: lines }, bytes }
}

/** The lines of both manifests decide which files the delta must carry; its list of removals has to agree. */
async function divideFiles(base: Base, files: ManifestFile[], head: DeltaHead) {
  const named = new Set([...head.removed, ...head.files.map(({ path }) => path)])
  // All other lines of the two are the same.
  const replaced = base.files.filter(({ path }) => named.has(path))
  const { added, changed, removed } = await diffFiles(replaced, head.files)
  const agreed = removed.join('\n') === head.removed.join('\n')
  if (!agreed) throw badDelta('does not list the files that the new manifest lacks')
  const differs = new Set([...added, ...changed])
  const { fresh = [], unchanged = [] } = Object.groupBy(files, (file) => (differs.has(file) ? 'fresh' : 'unchanged'))
  return { fresh, unchanged }
}

async function readUnchanged(folder: string, { path, sha256 }: ManifestFile): Promise<BundleFile> {
  const bytes = await readFile(join(folder, path)).catch(() => undefined)
  if (bytes && hash('sha256', bytes) === sha256) return { path, bytes }
  throw changedBase(folder, path)
}

async function linkUnchanged(folder: string, files: readonly ManifestFile[], staged: StagedFolder): Promise<void> {
  for (const [at, { path, size }] of files.entries()) {
    const source = join(folder, path)
    if (statSync(source, { throwIfNoEntry: false })?.size !== size) throw changedBase(folder, path)
    staged.link(path, source)
    if (at % linksPerTurn === 0) await nextTurn()
  }
}

function changedBase(folder: string, path: string): BundleError {
  const message = `${quote(path)} in ${folder} is missing or was changed, so the delta does not fit: extract the full bundle.`
  return new BundleError('wrong_base', message, { entry: path })
}

function badDelta(fault: string): BundleError {
  return new BundleError('bad_delta', `${deltaPath} ${fault}.`, { entry: deltaPath })
}
