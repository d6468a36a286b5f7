import { bundleFormat, type Chunks, type ManifestFile, type SiteFacts } from '../format/format.ts'

const batchCharacters = 64 * 1024

/** The canonical bytes of a manifest: fixed key order, one file a line so that two of them compare well as text. */
export function encodeManifest(site: SiteFacts, files: Chunks<ManifestFile>): AsyncGenerator<Uint8Array> {
  return encodeManifestOf(site, eachAlone(files))
}

async function* eachAlone(files: Chunks<ManifestFile>): AsyncGenerator<ManifestFile[]> {
  for await (const file of files) yield [file]
}

/** The same of lists of files, one behind the other. */
export async function* encodeManifestOf(
  site: SiteFacts,
  lists: Chunks<readonly ManifestFile[]>,
): AsyncGenerator<Uint8Array> {
  const { domain, version, commit, renderer } = site
  const head = JSON.stringify({ format: bundleFormat, site: { domain, version, commit, renderer } })
  let text = `${head.slice(0, -1)},"files":[`
  let separator = '\n'
  for await (const files of lists) {
    for (const file of files) {
      text += `${separator}${encodeLine(file)}`
      separator = ',\n'
      if (text.length < batchCharacters) continue
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(`${text}\n]}\n`)
}

export function encodeLine({ path, size, sha256, type, page }: ManifestFile): string {
  return JSON.stringify({ path, size, sha256, type, page })
}
