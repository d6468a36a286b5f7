import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import {
  BundleError,
  type CheckedManifest,
  type CheckOptions,
  extractBundle,
  extractDelta,
  type Layer,
  measureChunks,
  readArchive,
  verifyFolder,
} from '@bindery/bundle'
import type { StaticExport } from '../config/config.ts'
import { HostError } from '../ops/host-error.ts'

/** A bundle that was found right; `sha256` is that of its archive, when it came as one. */
export interface Taken {
  checked: CheckedManifest
  sha256: string | undefined
  /** Where it came as a delta, of which only what it carries was extracted. */
  layer?: Layer
}

/** What is kept already, which a delta may lead on from. */
export interface Base {
  checked: CheckedManifest
}

type DesiredBundle = Pick<StaticExport, 'version' | 'sha256' | 'publicKeys' | 'limits'> &
  Partial<Pick<StaticExport, 'follow'>>
/** Opened twice: once to see what it is. */
type Archive = () => AsyncIterable<Uint8Array>

/**
 * Judges a full bundle, or a delta, and extracts it to a new folder: of a delta only what it carries. `applied` when the
 * delta leads to what is kept.
 */
export async function takeArchive(
  archive: Archive,
  folder: string,
  desired: DesiredBundle,
  base: Base | undefined,
): Promise<Taken | 'applied'> {
  const target = await readDeltaTarget(archive(), desired)
  if (target === undefined) {
    const { sha256, size: _, ...checked } = await extractBundle(archive(), folder, optionsOf(desired))
    return ofDomain({ checked, sha256 }, desired)
  }
  if (!base) {
    throw new BundleError('wrong_base', 'The archive is a delta, and there is no bundle here that it leads on from.')
  }
  if (target === base.checked.manifestSha256) return findApplied(archive(), desired)
  const measured = measureChunks(archive())
  const layer = await extractDelta(folder, base.checked, measured.bytes, optionsOf(desired))
  return ofDomain({ checked: layer.checked, sha256: measured.result().sha256, layer }, desired)
}

/** Said by nobody but the archive itself, it must be the one that was asked for: else it could hold back a new site. */
async function findApplied(archive: AsyncIterable<Uint8Array>, { sha256 }: DesiredBundle): Promise<'applied'> {
  const measured = measureChunks(archive)
  for await (const _ of measured.bytes);
  const { sha256: found } = measured.result()
  if (sha256 === undefined || sha256 === found) return 'applied'
  throw new BundleError('wrong_digest', `The delta has the SHA-256 ${found}, but ${sha256} was asked for.`)
}

/** One key signs for all who use a service: that the site is another's, no signature tells. */
function ofDomain(taken: Taken, { follow }: DesiredBundle): Taken {
  const { domain } = taken.checked.manifest.site
  if (!follow || follow.domain === domain) return taken
  throw new HostError('wrong_domain', `The bundle is of ${domain}, but ${follow.domain} is followed.`)
}

/** A bundle that somebody has extracted. It is copied before it is judged, since its owner may change it meanwhile. */
export async function takeFolder(from: string, folder: string, desired: DesiredBundle): Promise<Taken> {
  if (desired.sha256 !== undefined) {
    const message = `staticExport.sha256 is the digest of an archive, but ${from} is a folder: name the archive, or drop it.`
    throw new HostError('configuration_invalid', message)
  }
  await cp(from, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return { checked: await verifyFolder(folder, optionsOf(desired)), sha256: undefined }
}

export function optionsOf({ version, sha256, publicKeys, limits }: DesiredBundle): CheckOptions {
  return {
    limits,
    ...(version === undefined ? {} : { version }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(publicKeys.length === 0 ? {} : { publicKeys }),
  }
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
