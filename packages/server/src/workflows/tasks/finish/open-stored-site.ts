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

// Each takes some milliseconds; with more of them one read of the archive is faster.
const mostRanges = 100

export async function openStoredSite({ name, index }: StoredSite, ask: AskParent): Promise<SiteFiles> {
  const openArchive = async () => {
    const file = (await ask('archive', name)) as string
    return filesOfBundle(() => createReadStream(file, { highWaterMark: 2 ** 20 }))
  }
  if (!index) return openArchive()
  const files = await decodeFileIndex(await readFile(index.contents), await readFile(index.blocks))
  let archive: Promise<SiteFiles> | undefined
  return {
    list: async () => new Map(files.map((file) => [file.path, describe(file)])),
    async *read(paths) {
      const chosen = files.filter(({ path }) => paths.has(path)).sort((a, b) => a.offset - b.offset)
      if (chosen.length > mostRanges) {
        archive ??= openArchive()
        yield* (await archive).read(paths)
        return
      }
      for (const file of chosen) {
        const { path, offset, packedSize: length } = file
        yield { path, bytes: await unpackFile(file, (await ask('range', { name, offset, length })) as Uint8Array) }
      }
    },
  }
}

function describe({ sha256, page }: PackedFile): { digest: string; page?: string } {
  return { digest: sha256, ...(page !== undefined && { page }) }
}
