import type { Chunks, ManifestFile } from './format.ts'

export interface Difference {
  added: ManifestFile[]
  changed: ManifestFile[]
  /** Paths that are no more. */
  removed: string[]
}

/** What changed from one manifest to the next, by content: a file that only moved to another page is no change. */
export async function diffFiles(before: Chunks<ManifestFile>, after: Chunks<ManifestFile>): Promise<Difference> {
  const digests = new Map<string, string>()
  for await (const { path, sha256 } of before) digests.set(path, sha256)
  const added: ManifestFile[] = []
  const changed: ManifestFile[] = []
  for await (const file of after) {
    const digest = digests.get(file.path)
    if (digest === undefined) added.push(file)
    else if (digest !== file.sha256) changed.push(file)
    digests.delete(file.path)
  }
  return { added, changed, removed: [...digests.keys()] }
}
