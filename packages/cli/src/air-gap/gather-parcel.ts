import { hash } from 'node:crypto'
import { chmod, cp, lstat, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type Expectations, verifyBundle } from '@bindery/bundle'
import { describe, formatSignature } from '../bundle/verify.ts'
import { UnreadableError, UsageError } from '../errors.ts'
import { listFiles } from './list-files.ts'
import { openSource } from './open-source.ts'
import {
  bundleFile,
  chartFolder,
  deltaFile,
  filesFolder,
  imagesFile,
  imagesFolder,
  publicKeyFile,
  readmeFile,
  sumsFile,
} from './parcel-names.ts'
import { saveChunks } from './save-chunks.ts'
import { formatSums, sumFile } from './sum-files.ts'
import { tryDelta } from './try-delta.ts'
import { writeSteps } from './write-steps.ts'

/** What the other side needs; each part may be left out. */
export interface ParcelParts {
  /** A file or an address. */
  bundle: string | undefined
  delta: { source: string; since: string } | undefined
  /** Requirements on the bundle and on the site that the delta leads to. */
  expected: Expectations
  chart: string | undefined
  /** Each with its digest. */
  images: readonly string[]
  imageArchives: readonly string[]
  files: readonly string[]
}

export interface Parcel {
  /** A line on each thing in it. */
  contents: string[]
  files: number
  /** Of the sums, and by them of everything. */
  sha256: string
}

/** The folder appears when all of it is there and was found right, or not at all. */
export async function gatherParcel(output: string, parts: ParcelParts): Promise<Parcel> {
  await refuseExisting(output)
  const folder = await mkdtemp(`${resolve(output)}.gathering-`).catch((cause) => {
    throw new UnreadableError(`--output ${output} cannot be made (${cause.code}). The folder above it must be there.`)
  })
  try {
    const contents = [
      ...(await gatherSite(folder, parts)),
      ...(await gatherKeys(folder, parts)),
      ...(await gatherImages(folder, parts)),
      ...(await copyInto(folder, chartFolder, parts.chart === undefined ? [] : [parts.chart])),
      ...(await copyInto(folder, filesFolder, parts.files)),
    ]
    await writeFile(join(folder, readmeFile), writeSteps(contents, await listFiles(folder)))
    const sums = await writeSums(folder)
    await chmod(folder, 0o755)
    await rename(folder, output)
    return { contents, ...sums }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function refuseExisting(output: string): Promise<void> {
  const isThere = await lstat(output).then(
    () => true,
    () => false,
  )
  if (isThere) throw new UsageError(`--output ${output} exists. Name a folder that does not.`)
}

async function gatherSite(folder: string, { bundle, delta, expected }: ParcelParts): Promise<string[]> {
  const lines: string[] = []
  if (bundle !== undefined) {
    const checked = await verifyBundle(saveChunks(openSource(bundle), join(folder, bundleFile)), expected)
    lines.push(`${bundleFile}: ${describe(checked)}. ${formatSignature(checked)}`)
  }
  if (delta !== undefined) {
    const chunks = saveChunks(openSource(delta.source), join(folder, deltaFile))
    const checked = await tryDelta(delta.since, chunks, expected)
    lines.push(`${deltaFile}: leads to ${describe(checked)}. ${formatSignature(checked)}`)
  }
  return lines
}

async function gatherKeys(folder: string, { expected }: ParcelParts): Promise<string[]> {
  if (expected.publicKeys === 'unchecked') return []
  const pem = expected.publicKeys.map((key) => key.export({ type: 'spki', format: 'pem' })).join('')
  await writeFile(join(folder, publicKeyFile), pem)
  return [`${publicKeyFile}: the public key of those who sign, to be compared with one that came by another way.`]
}

async function gatherImages(folder: string, { images, imageArchives }: ParcelParts): Promise<string[]> {
  if (images.length > 0) await writeFile(join(folder, imagesFile), `${images.join('\n')}\n`)
  const listed = images.length > 0 ? [`${imagesFile}: ${images.join(', ')}.`] : []
  return [...listed, ...(await copyInto(folder, imagesFolder, imageArchives))]
}

async function copyInto(folder: string, name: string, sources: readonly string[]): Promise<string[]> {
  if (sources.length > 0) await mkdir(join(folder, name))
  const lines: string[] = []
  for (const source of sources) {
    const path = `${name}/${basename(resolve(source))}`
    // A link is read here: on the other side it would lead nowhere.
    const options = { recursive: true, dereference: true, force: false, errorOnExist: true }
    await cp(source, join(folder, path), options).catch((cause: NodeJS.ErrnoException) => {
      throw cause.code === 'ERR_FS_CP_EEXIST' ? takenTwice(source) : unreadable(source, cause)
    })
    lines.push(`${path}: as it was given.`)
  }
  return lines
}

function takenTwice(source: string): UsageError {
  return new UsageError(`${source} has the name of another file that was given. Rename one of them.`)
}

function unreadable(source: string, cause: NodeJS.ErrnoException): UnreadableError {
  return new UnreadableError(`${source} cannot be copied into the parcel (${cause.code}).`, { cause })
}

async function writeSums(folder: string): Promise<Pick<Parcel, 'files' | 'sha256'>> {
  const sums = new Map<string, string>()
  for (const path of await listFiles(folder)) sums.set(path, await sumFile(join(folder, path)))
  const text = formatSums(sums)
  await writeFile(join(folder, sumsFile), text)
  return { files: sums.size + 1, sha256: hash('sha256', text) }
}
