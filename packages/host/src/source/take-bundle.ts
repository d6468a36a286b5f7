import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import {
  BundleError,
  type CheckedManifest,
  extractBundle,
  extractDelta,
  measureChunks,
  readArchive,
  type VerifiedBundle,
  verifyFolder,
} from '@bindery/bundle'
import type { StaticExport } from '../config/config.ts'
import { HostError } from '../ops/host-error.ts'

/** A bundle that was found right; `sha256` is that of its archive, when it came as one. */
export interface Taken {
  checked: CheckedManifest
  sha256: string | undefined
}

type DesiredBundle = Pick<StaticExport, 'expected' | 'limits' | 'follow'>

/** Opened twice: once to see what it is. */
type Archive = () => AsyncIterable<Uint8Array>

/**
 * Checks a full bundle, or a delta on the stored bundle, and extracts it to a new folder with all files of its version.
 * Returns `applied` if the delta leads to the stored bundle.
 */
export async function takeArchive(
  archive: Archive,
  folder: string,
  desired: DesiredBundle,
  base: VerifiedBundle | undefined,
): Promise<Taken | 'applied'> {
  const { expected, limits } = desired
  const target = await readDeltaTarget(archive(), desired)
  if (target === undefined) {
    const { sha256, size: _, ...checked } = await extractBundle(archive(), folder, expected, { limits })
    return refuseOlder({ checked, sha256 }, desired, base)
  }
  if (!base) {
    throw new BundleError('wrong_base', 'The archive is a delta, and there is no bundle here that it leads on from.')
  }
  if (target === base.checked.manifestSha256) return findApplied(archive(), desired)
  const measured = measureChunks(archive())
  const checked = await extractDelta(measured.bytes, folder, base, expected, { limits })
  return refuseOlder({ checked, sha256: measured.result().sha256 }, desired, base)
}

/** Said by nobody but the archive itself, it must be the one that was asked for: else it could hold back a new site. */
async function findApplied(
  archive: AsyncIterable<Uint8Array>,
  { expected: { sha256 } }: DesiredBundle,
): Promise<'applied'> {
  const measured = measureChunks(archive)
  for await (const _ of measured.bytes);
  const { sha256: found } = measured.result()
  if (sha256 === undefined || sha256 === found) return 'applied'
  throw new BundleError('wrong_digest', `The delta has the SHA-256 ${found}, but ${sha256} was asked for.`)
}

/**
 * A signature says nothing about time: a mirror can offer again what was withdrawn. Settings that name a version or a digest
 * allow an older commit, and so does a service that is followed, where a rollback is older on purpose.
 */
function refuseOlder(taken: Taken, { expected, follow }: DesiredBundle, base: VerifiedBundle | undefined): Taken {
  const isNamed = follow || expected.version !== undefined || expected.sha256 !== undefined
  if (isNamed || taken.checked.signedBy === null || !base || base.checked.signedBy === null) return taken
  const { site: next } = taken.checked.manifest
  const { site: stored } = base.checked.manifest
  if (next.domain !== stored.domain || next.committedAt === null || stored.committedAt === null) return taken
  if (next.committedAt >= stored.committedAt) return taken
  const [older, newer] = [JSON.stringify(next.version), JSON.stringify(stored.version)]
  const times = `is of a commit of ${next.committedAt}, older than the commit of version ${newer} (${stored.committedAt})`
  const settings = 'set staticExport.sha256 to the digest of its archive, or staticExport.version to its version'
  const message = `Version ${older} ${times}. Version ${newer} stays in place. To go back to ${older}, ${settings}.`
  throw new HostError('older_commit', message)
}

/** A bundle that somebody has extracted. It is copied before it is judged, since its owner may change it meanwhile. */
export async function takeFolder(
  from: string,
  folder: string,
  desired: DesiredBundle,
  base: VerifiedBundle | undefined,
): Promise<Taken> {
  if (desired.expected.sha256 !== undefined) {
    const message = `staticExport.sha256 is the digest of an archive, but ${from} is a folder: name the archive, or drop it.`
    throw new HostError('configuration_invalid', message)
  }
  await cp(from, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return refuseOlder({ checked: await verifyFolder(folder, desired.expected), sha256: undefined }, desired, base)
}

/** The manifest that a delta leads to; `undefined` for a full bundle. Whatever is wrong with it is found when it is read. */
async function readDeltaTarget(
  archive: AsyncIterable<Uint8Array>,
  { limits }: DesiredBundle,
): Promise<string | undefined> {
  for await (const { path, bytes } of readArchive(archive, limits)) {
    if (path !== 'delta.json') return undefined
    return /"to":"([0-9a-f]{64})"/.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? ''
  }
  return undefined
}
