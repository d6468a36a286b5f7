import { bundleFormat, type Chunks, type ManifestFile, type SiteFacts } from '../format/format.ts'

// Some 100 KB.
const batchFiles = 500

/** The canonical bytes of a manifest: fixed key order, one file a line so that two of them compare well as text. */
export function encodeManifest(site: SiteFacts, files: Chunks<ManifestFile>): AsyncGenerator<Uint8Array> {
  return encodeManifestOf(site, eachAlone(files))
}

async function* eachAlone(files: Chunks<ManifestFile>): AsyncGenerator<ManifestFile[]> {
  for await (const file of files) yield [file]
}

/** The same of lists of files, one behind the other. */
export function encodeManifestOf(site: SiteFacts, lists: Chunks<readonly ManifestFile[]>): AsyncGenerator<Uint8Array> {
  return joinManifest(site, encodeBatches(lists))
}

async function* encodeBatches(lists: Chunks<readonly ManifestFile[]>): AsyncGenerator<Uint8Array> {
  let batch: ManifestFile[] = []
  for await (const files of lists) {
    for (const file of files) {
      batch.push(file)
      if (batch.length < batchFiles) continue
      yield encodeLines(batch)
      batch = []
    }
  }
  yield encodeLines(batch)
}

/** The same of the lines of some files each. */
export async function* joinManifest(site: SiteFacts, parts: Chunks<Uint8Array>): AsyncGenerator<Uint8Array> {
  const head = JSON.stringify({ format: bundleFormat, site: orderFacts(site) })
  yield Buffer.from(`${head.slice(0, -1)},"files":[`)
  let separator = '\n'
  for await (const part of parts) {
    if (part.length === 0) continue
    yield Buffer.from(separator)
    yield part
    separator = ',\n'
  }
  yield Buffer.from('\n]}\n')
}

/** Facts in their canonical order, without any other property. */
export function orderFacts({ domain, version, commit, committedAt, renderer }: SiteFacts): SiteFacts {
  return { domain, version, commit, committedAt, renderer }
}

export function encodeLines(files: readonly ManifestFile[]): Buffer {
  return Buffer.from(files.map(encodeLine).join(',\n'))
}

export function encodeLine({ path, size, sha256, type, page }: ManifestFile): string {
  return JSON.stringify({ path, size, sha256, type, page })
}
