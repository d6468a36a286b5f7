import { diffFiles, type PackedFile, type PackIndex, redirectsFile } from '@bindery/bundle'
import type { Held, HeldHead, HeldObjects } from '../chunks/held-objects.ts'

/** Files of two sites, where they lie in the archives. */
export interface DifferentFiles {
  before: PackedFile[]
  now: PackedFile[]
}

// Of more of them the indexes beside the archives are as quickly read.
const mostFiles = 1_000

/**
 * What differs of two sites, by the keys of their heads, and the redirects, which are the same in both. Undefined where this
 * process does not hold what they are made of, and where a page is gone: for what became of it more is needed.
 */
export async function findHeldDifference(
  { heads, indexes }: HeldObjects,
  ends: { from: string; to: string },
): Promise<DifferentFiles | undefined> {
  const [old, current] = [heads.find(ends.from), heads.find(ends.to)]
  if (!old || !current) return undefined
  const [gone, come] = [listOwnFiles(old, current, indexes), listOwnFiles(current, old, indexes)]
  if (!gone || !come) return undefined
  const { added, changed, removed } = await diffFiles(gone, come)
  if (removed.some((path) => path.endsWith('.html'))) return undefined
  const differing = new Set([...[...added, ...changed].map(({ path }) => path), ...removed])
  if (differing.size > mostFiles || differing.has(redirectsFile)) return undefined
  const choose = (head: HeldHead, own: PackedFile[]) => {
    const files = own.filter(({ path }) => differing.has(path))
    const redirects = findFile(head, indexes, redirectsFile)
    return redirects ? [...files, redirects] : files
  }
  return { before: choose(old, gone), now: choose(current, come) }
}

/**
 * Those of packs that the other does not have: by their keys, since files with the same bytes may be of another page now.
 * Undefined where one of them is not held.
 */
function listOwnFiles(head: HeldHead, other: HeldHead, indexes: Find): PackedFile[] | undefined {
  const known = new Set(other.packs.map(({ key }) => key))
  const files: PackedFile[] = []
  for (const { key, start } of locatePacks(head)) {
    if (known.has(key)) continue
    const index = indexes.find(key)
    if (!index) return undefined
    for (const file of index.files) files.push({ ...file, offset: start + file.offset })
  }
  return files
}

function findFile(head: HeldHead, indexes: Find, path: string): PackedFile | undefined {
  for (const { key, start } of locatePacks(head)) {
    const file = indexes.find(key)?.files.find((one) => one.path === path)
    if (file) return { ...file, offset: start + file.offset }
  }
  return undefined
}

type Find = Pick<Held<PackIndex>, 'find'>

/** Each pack with its offset in the archive. */
function* locatePacks({ packsOffset, packs }: HeldHead) {
  let start = packsOffset
  for (const pack of packs) {
    yield { ...pack, start }
    start += pack.bytes
  }
}
