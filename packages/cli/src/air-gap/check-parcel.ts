import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Expectations, verifyBundle } from '@bindery/bundle'
import { openArchive } from '../bundle/open-archive.ts'
import { describe, formatSignature } from '../bundle/verify.ts'
import { UnreadableError, UsageError } from '../errors.ts'
import { listFiles } from './list-files.ts'
import { bundleFile, deltaFile, publicKeyFile, sumsFile } from './parcel-names.ts'
import { parseSums, sumFile } from './sum-files.ts'
import { tryDelta } from './try-delta.ts'

export interface ParcelExpectations {
  /** With keys from elsewhere than the parcel. */
  bundle: Expectations
  /** Of the sums. */
  sha256: string | undefined
  /** A bundle, or its folder, that a delta must lead on from. */
  site: string | undefined
}

/** Says what a whole parcel is; any other is thrown out with the first thing that is wrong. */
export async function checkParcel(folder: string, expected: ParcelExpectations): Promise<string[]> {
  const { sums, sha256 } = await readSums(folder)
  if (expected.sha256 !== undefined && expected.sha256 !== sha256) {
    throw refused(
      `${sumsFile} has the SHA-256 ${sha256}, but ${expected.sha256} was told. Have the parcel gathered anew`,
    )
  }
  await checkSums(folder, sums)
  const { bundle } = expected
  const isVouchedFor = expected.sha256 !== undefined || bundle.publicKeys !== 'unchecked'
  return [
    `${folder} is whole: ${sums.size + 1} files, none changed, missing or added. ${formatSums(sha256, expected)}`,
    ...(sums.has(bundleFile) ? [await checkBundle(join(folder, bundleFile), expected)] : []),
    ...(sums.has(deltaFile) ? [await checkDelta(join(folder, deltaFile), expected)] : []),
    ...(sums.has(publicKeyFile) && !isVouchedFor ? [unproven] : []),
  ]
}

const unproven = `${publicKeyFile} proves nothing while it is known from this parcel alone: whoever could change the bundle could change it too.`

async function readSums(folder: string): Promise<{ sums: Map<string, string>; sha256: string }> {
  const text = await readFile(join(folder, sumsFile), 'utf8').catch((cause) => {
    throw new UnreadableError(
      `${folder} has no readable ${sumsFile} (${cause.code}). Name the folder that gather made.`,
      {
        cause,
      },
    )
  })
  const sums = parseSums(text)
  if (!sums) throw refused(`${sumsFile} is damaged: it is no list of sums. Copy the parcel again`)
  return { sums, sha256: hash('sha256', text) }
}

async function checkSums(folder: string, sums: ReadonlyMap<string, string>): Promise<void> {
  const files = new Set(await listFiles(folder))
  files.delete(sumsFile)
  for (const [path, sha256] of sums) {
    if (!files.delete(path)) throw refused(`${JSON.stringify(path)} is missing. Copy the parcel again`)
    const found = await sumFile(join(folder, path)).catch((cause) => {
      throw refused(`${JSON.stringify(path)} cannot be read (${cause.code}). Copy the parcel again`)
    })
    if (found === sha256) continue
    throw refused(`${JSON.stringify(path)} does not have the bytes that ${sumsFile} names. Copy the parcel again`)
  }
  const [extra] = files
  if (extra !== undefined)
    throw refused(`${JSON.stringify(extra)} was added: ${sumsFile} does not name it. Ask who did it`)
}

async function checkBundle(file: string, { bundle }: ParcelExpectations): Promise<string> {
  const checked = await verifyBundle(openArchive(file), bundle)
  return `${bundleFile} is whole: ${describe(checked)}. ${formatSignature(checked)}`
}

async function checkDelta(file: string, { bundle, site }: ParcelExpectations): Promise<string> {
  if (site === undefined) {
    const advice = 'Name with --site the folder or bundle that is served now'
    throw new UnreadableError(`${deltaFile} can only be judged by the bundle that it leads on from. ${advice}.`)
  }
  const checked = await tryDelta(site, openArchive(file), bundle)
  return `${deltaFile} fits ${site} and leads to ${describe(checked)}. ${formatSignature(checked)}`
}

function formatSums(sha256: string, expected: ParcelExpectations): string {
  if (expected.sha256 !== undefined) return 'Its sums are those that you were told.'
  return `The SHA-256 of its sums is ${sha256}: compare it with what you were told, or give that with --sha256.`
}

function refused(fault: string): UsageError {
  return new UsageError(`Refused: ${fault}.`)
}
