import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { compareFiles, type ManifestFile, type PackedMember, writePack } from '@bindery/bundle'
import type { SiteFile } from '@bindery/site'
import { storePack } from './chunk-objects.ts'
import type { WorkerContext } from './worker-context.ts'

// A pack is held in memory whole; with the largest file allowed it stays below 40 MB.
const packBytes = 16 * 1024 ** 2

interface SpooledFile {
  file: ManifestFile
  offset: number
  length: number
}

/**
 * Stores the files that pages share, in the order of the bundle. They come in another order and may be gigabytes of
 * images, so they wait on disk, compressed already, until all are known. Returns the keys of the packs.
 */
export async function storeSharedPacks(
  { cache, store }: WorkerContext,
  prefix: string,
  files: AsyncIterable<SiteFile>,
): Promise<string[]> {
  return cache.withScratch(async (folder) => {
    await using spool = await open(join(folder, 'spool'), 'w+')
    const spooled: SpooledFile[] = []
    let offset = 0
    for await (const file of files) {
      const written = writePack([file])
      const member = await buffer(written.bytes)
      await spool.write(member)
      for (const packed of written.result().files)
        spooled.push({ file: manifestEntry(packed), offset, length: member.length })
      offset += member.length
    }

    const keys: string[] = []
    for (const group of groupBySize(spooled.sort((a, b) => compareFiles(a.file, b.file)))) {
      const written = writePack(readSpool(group))
      const pack = await buffer(written.bytes)
      keys.push(await storePack(store, prefix, { pack, index: written.result() }))
    }
    return keys

    async function* readSpool(group: readonly SpooledFile[]): AsyncGenerator<PackedMember> {
      for (const { file, offset: position, length } of group) {
        const member = Buffer.alloc(length)
        await spool.read(member, 0, length, position)
        yield { file, member }
      }
    }
  })
}

function manifestEntry({ path, size, sha256, type }: ManifestFile): ManifestFile {
  return { path, size, sha256, type }
}

function groupBySize(files: readonly SpooledFile[]): SpooledFile[][] {
  const groups: SpooledFile[][] = []
  let room = 0
  for (const file of files) {
    if (room < file.length) {
      groups.push([])
      room = packBytes
    }
    groups.at(-1)?.push(file)
    room -= file.length
  }
  return groups
}
