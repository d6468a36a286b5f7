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
  const line = createLineCursor(manifest)
  for (let count = 1; !line.isAtEnd; count++) {
    yield line.file
    if (count % linesAtOnce === 0) await breathe()
    line.advance()
  }
}

/** One line after another; a line is parsed when its file is asked for. */
export interface LineCursor {
  readonly isAtEnd: boolean
  readonly file: ManifestFile
  /** The line as it is written, without what separates it from the next. */
  readonly bytes: Buffer
  isSameAs(other: LineCursor): boolean
  advance(): void
}

const [comma, bracket] = [0x2c, 0x5d]

export function createLineCursor(manifest: Buffer): LineCursor {
  let start = 0
  let end = manifest.indexOf('\n')
  let file: ManifestFile | undefined
  if (!manifest.toString('utf8', 0, end + 1).startsWith(`{"format":"${bundleFormat}"`)) throw bad()
  const cursor: LineCursor = {
    get isAtEnd() {
      return manifest[start] === bracket
    },
    get file() {
      file ??= parse<ManifestFile>(cursor.bytes.toString())
      return file
    },
    get bytes() {
      return manifest.subarray(start, manifest[end - 1] === comma ? end - 1 : end)
    },
    isSameAs: (other) => cursor.bytes.equals(other.bytes),
    advance() {
      start = end + 1
      end = manifest.indexOf('\n', start)
      file = undefined
      if (end === -1) throw bad()
    },
  }
  cursor.advance()
  return cursor
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
