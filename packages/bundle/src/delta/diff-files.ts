import type { Chunks, ManifestFile } from '../format/format.ts'

export interface Difference {
  added: ManifestFile[]
  changed: ManifestFile[]
  /** Everything new, everything changed, and what has the same bytes but is now of another page or type. */
  relined: ManifestFile[]
  /** Paths that are no more. */
  removed: string[]
}

/** What changed from one manifest to the next, by content: a file that only moved to another page is no change. */
export async function diffFiles(before: Chunks<ManifestFile>, after: Chunks<ManifestFile>): Promise<Difference> {
  const known = new Map<string, { sha256: string; rest: string }>()
  for await (const file of before) known.set(file.path, { sha256: file.sha256, rest: describeRest(file) })
  const difference: Difference = { added: [], changed: [], relined: [], removed: [] }
  for await (const file of after) {
    const old = known.get(file.path)
    if (!old) difference.added.push(file)
    else if (old.sha256 !== file.sha256) difference.changed.push(file)
    if (old?.sha256 !== file.sha256 || old.rest !== describeRest(file)) difference.relined.push(file)
    known.delete(file.path)
  }
  difference.removed.push(...known.keys())
  return difference
}

function describeRest({ type, page }: ManifestFile): string {
  return `${type} ${page ?? ''}`
}
