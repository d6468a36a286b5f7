import { createMoves, findFile, listNamesAt, type Moves, type PackedFile, readMoves } from '@bindery/bundle'
import { findFile as findPacked, type RangeStore, readSmall, streamPacked } from '../exports/bundles/file-index.ts'
import { createRemember } from '../exports/bundles/remember.ts'

// A thousand files are some 300 KB, so this is 20 MB at most; a site of 20,000 pages has 60 such blocks.
const mostRemembered = 64
// The addresses of no real site take as much; a shared process parses no more of an author's.
const mostMovesBytes = 2 * 1024 * 1024

export type FoundFile = ReturnType<typeof findFile<PackedFile>>

/** The files of exports as a host would serve them, straight from where they lie in the bucket. */
export interface SiteReader {
  find(bundleKey: string, path: string): Promise<FoundFile>
  read(bundleKey: string, file: PackedFile): AsyncIterable<Buffer>
}

export function createSiteReader(store: RangeStore): SiteReader {
  const remember = createRemember(mostRemembered)
  const lookUp = (bundleKey: string, name: string) => findPacked(store, bundleKey, name, remember)

  const movesOf = (bundleKey: string): Promise<Moves> =>
    remember(`${bundleKey} moves`, async () => {
      const read = async (path: string) => {
        const file = await lookUp(bundleKey, path)
        return file && (await readSmall(store, bundleKey, file, mostMovesBytes))?.toString()
      }
      return createMoves(await readMoves(read))
    })

  return {
    async find(bundleKey, path) {
      const names = listNamesAt(path)
      const found = await Promise.all(names.map((name) => lookUp(bundleKey, name)))
      const files = new Map(found.flatMap((file) => (file ? [[file.path, file] as const] : [])))
      return findFile(path, { files, moves: await movesOf(bundleKey) })
    },
    read: (bundleKey, file) => streamPacked(store, bundleKey, file),
  }
}
