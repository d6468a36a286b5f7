import { type Digest, measureChunks } from '../format/digest-chunks.ts'
import { bundleFormat, type Chunks, type ManifestFile, type SiteFacts } from '../format/format.ts'

const batchCharacters = 64 * 1024

/** The canonical bytes of a manifest: fixed key order, one file a line so that two of them compare well as text. */
export async function* encodeManifest(site: SiteFacts, files: Chunks<ManifestFile>): AsyncGenerator<Uint8Array> {
  const { domain, version, commit, renderer } = site
  const head = JSON.stringify({ format: bundleFormat, site: { domain, version, commit, renderer } })
  let text = `${head.slice(0, -1)},"files":[`
  let separator = '\n'
  for await (const file of files) {
    text += `${separator}${encodeLine(file)}`
    separator = ',\n'
    if (text.length < batchCharacters) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(`${text}\n]}\n`)
}

export function encodeLine({ path, size, sha256, type, page }: ManifestFile): string {
  return JSON.stringify({ path, size, sha256, type, page })
}

/** Size and digest of a manifest without holding it: at 100,000 pages it is some 40 MB. */
export async function measureManifest(site: SiteFacts, files: Chunks<ManifestFile>): Promise<Digest> {
  const measured = measureChunks(encodeManifest(site, files))
  for await (const _ of measured.bytes);
  return measured.result()
}
