import { setImmediate as breathe } from 'node:timers/promises'
import { BundleError } from '../format/bundle-error.ts'
import { bundleFormat, type ManifestFile, manifestPath, type SiteFacts } from '../format/format.ts'

// A line takes about 3 µs, so nobody else in the process waits longer than some 6 ms.
const linesAtOnce = 2000

/**
 * The files of a manifest that we wrote ourselves, line by line: at 100,000 pages the whole of it, decoded at once, would
 * hold up the process for a second and take 200 MB. What others hand us is read with `decodeManifest`.
 */
export async function* listManifestFiles(manifest: Buffer): AsyncGenerator<ManifestFile> {
  let start = manifest.indexOf('\n') + 1
  if (!manifest.toString('utf8', 0, start).startsWith(`{"format":"${bundleFormat}"`)) throw bad()
  for (let count = 1; ; count++) {
    const end = manifest.indexOf('\n', start)
    const line = manifest.toString('utf8', start, end).replace(/,$/, '')
    if (line === ']}') return
    yield parse(line)
    if (count % linesAtOnce === 0) await breathe()
    start = end + 1
  }
}

/** Whose manifest it is, from its first line. */
export function readSite(manifest: Buffer): SiteFacts {
  return parse<{ site: SiteFacts }>(`${manifest.toString('utf8', 0, manifest.indexOf('\n'))}]}`).site
}

function parse<Line>(line: string): Line {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw bad(cause)
  }
}

function bad(cause?: unknown): BundleError {
  return new BundleError('bad_manifest', `${manifestPath} is not one that Bindery writes.`, {
    entry: manifestPath,
    cause,
  })
}
