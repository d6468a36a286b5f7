import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type PackedFile, unpackFile } from '@bindery/bundle'
import { type AskParent, filesOfBundle, type SiteFiles } from '@bindery/site'
import { decodeFileIndex } from '../../../core/exports/bundles/file-index.ts'

/** A bundle in the bucket, of which only that is read which is asked for. */
export interface StoredSite {
  name: 'before' | 'now'
  /** Files that hold the parts of its index; without them the whole archive is read. */
  index?: { contents: string; blocks: string } | undefined
}

/** What the worker does for it: it alone reaches the bucket. */
export interface StoredSiteAsks {
  range(place: { name: StoredSite['name']; offset: number; length: number }): Promise<Uint8Array>
  /** Where the whole archive lies. */
  archive(name: StoredSite['name']): Promise<string>
}

// A request takes some milliseconds, as reading so many bytes does: pages that lie so close together are read at once.
const gapBytes = 256 * 1024
// Two of them are held at a time: one that is looked at, and the next.
const stretchBytes = 4 * 1024 ** 2
// From this share on reading the archive at once is as fast.
const mostOfArchive = 0.5

export async function openStoredSite({ name, index }: StoredSite, ask: AskParent): Promise<SiteFiles> {
  const openArchive = async () => {
    const file = (await ask('archive', name)) as string
    return filesOfBundle(() => createReadStream(file, { highWaterMark: 2 ** 20 }))
  }
  if (!index) return openArchive()
  const files = await decodeFileIndex(await readFile(index.contents), await readFile(index.blocks))
  const total = files.reduce((sum, { packedSize }) => sum + packedSize, 0)
  let archive: Promise<SiteFiles> | undefined
  return {
    list: async () => new Map(files.map((file) => [file.path, describe(file)])),
    async *read(paths) {
      const chosen = files.filter(({ path }) => paths.has(path)).sort((a, b) => a.offset - b.offset)
      const stretches = joinNear(chosen)
      const bytes = stretches.reduce((sum, { length }) => sum + length, 0)
      if (stretches.length > 1 && bytes > mostOfArchive * total) {
        archive ??= openArchive()
        yield* (await archive).read(paths)
        return
      }
      for await (const [{ offset, files }, read] of readStretches(stretches)) {
        for (const file of files) {
          const start = file.offset - offset
          yield { path: file.path, bytes: await unpackFile(file, read.subarray(start, start + file.packedSize)) }
        }
      }
    },
  }

  /** While one is looked at the next is under way. */
  async function* readStretches(stretches: readonly Stretch[]): AsyncGenerator<[Stretch, Uint8Array]> {
    const askFor = (stretch: Stretch | undefined) => {
      const asked = stretch && ask('range', { name, offset: stretch.offset, length: stretch.length })
      // Its failure is for whoever comes so far.
      asked?.catch(() => {})
      return asked as Promise<Uint8Array> | undefined
    }
    let next = askFor(stretches[0])
    for (const [at, stretch] of stretches.entries()) {
      const asked = next
      next = askFor(stretches[at + 1])
      yield [stretch, (await asked) as Uint8Array]
    }
  }
}

interface Stretch {
  offset: number
  length: number
  files: PackedFile[]
}

/** Files in the order of their places, joined where little lies between them. */
function joinNear(files: readonly PackedFile[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const file of files) {
    const last = stretches.at(-1)
    const length = last ? file.offset + file.packedSize - last.offset : 0
    if (last && file.offset - (last.offset + last.length) <= gapBytes && length <= stretchBytes) {
      last.length = length
      last.files.push(file)
    } else stretches.push({ offset: file.offset, length: file.packedSize, files: [file] })
  }
  return stretches
}

function describe({ sha256, page }: PackedFile): { digest: string; page?: string } {
  return { digest: sha256, ...(page !== undefined && { page }) }
}
