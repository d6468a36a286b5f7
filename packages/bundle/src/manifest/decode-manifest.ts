import { BundleError, quote } from '../format/bundle-error.ts'
import { compareFiles } from '../format/canonical-order.ts'
import { checkSitePath } from '../format/check-path.ts'
import { bundleFormat, type Manifest, type ManifestFile, manifestPath } from '../format/format.ts'
import { createPathLedger } from '../format/path-ledger.ts'
import { encodeManifestOf } from './encode-manifest.ts'

/**
 * Reads a manifest and holds it to its canonical bytes: written again it must be the same. That one comparison refuses
 * double keys, unknown fields and whatever else two JSON readers might understand differently.
 */
export async function decodeManifest(bytes: Uint8Array): Promise<Manifest> {
  const { format, site, files } = parse(bytes)
  if (format !== bundleFormat) throw bad(`is not of format ${bundleFormat}`)
  if (!isSite(site)) throw bad('does not name its site, version, commit, commit time and renderer')
  if (!Array.isArray(files)) throw bad('lists no files')
  const manifest = { site, files: checkFiles(files) }
  await checkCanonical(manifest, bytes)
  return manifest
}

function parse(bytes: Uint8Array): { format?: unknown; site?: unknown; files?: unknown } {
  try {
    return Object(JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)))
  } catch (cause) {
    throw bad('is not JSON', cause)
  }
}

export function isSite(value: unknown): value is Manifest['site'] {
  const { domain, version, commit, committedAt, renderer } = Object(value)
  const areTexts = [domain, version, commit, renderer].every((fact) => typeof fact === 'string')
  return areTexts && (committedAt === null || isTime(committedAt))
}

/** One fixed-width form, so that times compare as texts. */
function isTime(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}(?:-\d\d){2}T\d\d(?::\d\d){2}Z$/.test(value) &&
    Number.isFinite(Date.parse(value))
  )
}

function checkFiles(files: unknown[]): ManifestFile[] {
  for (const file of files) {
    if (!isFile(file)) throw bad(`has a line that describes no file: ${quote(JSON.stringify(file))}`)
    checkSitePath(file.path)
  }
  checkTogether(files as ManifestFile[])
  return files as ManifestFile[]
}

/** Whether files that are right by themselves can be those of one site, in their one order. */
export function checkTogether(files: readonly ManifestFile[]): void {
  const ledger = createPathLedger()
  let before: ManifestFile | undefined
  for (const file of files) {
    ledger.claim(file.path)
    if (before && compareFiles(before, file) >= 0) throw bad(`lists ${quote(file.path)} after ${quote(before.path)}`)
    before = file
  }
}

export function isFile(value: unknown): value is ManifestFile {
  const { path, size, sha256, type, page } = Object(value)
  return (
    typeof path === 'string' &&
    Number.isSafeInteger(size) &&
    size >= 0 &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof type === 'string' &&
    (page === undefined || (typeof page === 'string' && page !== ''))
  )
}

async function checkCanonical({ site, files }: Manifest, bytes: Uint8Array): Promise<void> {
  let offset = 0
  for await (const chunk of encodeManifestOf(site, [files])) {
    const same = Buffer.compare(chunk, bytes.subarray(offset, offset + chunk.length)) === 0
    if (!same) throw bad('is not written in its canonical form')
    offset += chunk.length
  }
  if (offset !== bytes.length) throw bad('goes on after its end')
}

function bad(fault: string, cause?: unknown): BundleError {
  return new BundleError('bad_manifest', `${manifestPath} ${fault}.`, { entry: manifestPath, cause })
}
