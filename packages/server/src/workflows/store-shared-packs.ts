import { hash } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { compareFiles, type ManifestFile, mediaTypeOf, type PackedMember, packFile, writePack } from '@bindery/bundle'
import type { SiteFile } from '@bindery/site'
import { retryRead } from '../storage/retry-read.ts'
import { createMeter } from './cache/meter.ts'
import { orMissing, storePack } from './chunk-objects.ts'
import type { WorkerContext } from './worker-context.ts'

// A pack is held in memory whole; with the largest file allowed it stays below 40 MB.
const packBytes = 16 * 1024 ** 2

// Compressed at a time; with them the second core has work while this one makes the next.
const width = 4

interface SharedFiles {
  files: AsyncGenerator<SiteFile>
  /** Those of an earlier export, read anew each time it is called: what has not changed is not compressed again. */
  earlier(): AsyncIterable<PackedMember>
}

/** A packed file that waits on disk. */
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
  { files, earlier }: SharedFiles,
): Promise<string[]> {
  return cache.withScratch(async ({ folder, room }) => {
    using meter = createMeter(room)
    await using spool = await open(join(folder, 'spool'), 'w+')
    let end = 0
    const known = await orMissing(retryRead(spoolEarlier, undefined))
    const spooled: SpooledFile[] = []
    const drain = async () => {
      for await (const file of files) spooled.push(await spoolFile(file))
    }
    await Promise.all(Array.from({ length: width }, drain))

    const keys: string[] = []
    for (const group of groupBySize(spooled.sort((a, b) => compareFiles(a.file, b.file)))) {
      const written = writePack(group.map(readSpooled))
      const pack = Buffer.concat(await Array.fromAsync(written.bytes))
      keys.push(await storePack(store, prefix, { pack, index: written.result() }))
    }
    return keys

    async function spoolFile({ path, bytes }: SiteFile): Promise<SpooledFile> {
      const kept = known?.get(path)
      const isSame = kept && kept.file.sha256 === hash('sha256', bytes)
      if (isSame) return { ...kept, file: { ...kept.file, type: mediaTypeOf(path) } }
      const { file, member } = await packFile({ path, bytes })
      return await keep(file, member)
    }

    async function spoolEarlier(): Promise<Map<string, SpooledFile>> {
      const members = new Map<string, SpooledFile>()
      for await (const { file, member } of earlier()) members.set(file.path, await keep(file, member))
      return members
    }

    /** At once: 2,000 small members take 10 ms so, and twenty times as long by and by. */
    async function keep(file: ManifestFile, member: Uint8Array): Promise<SpooledFile> {
      await meter.add(member.length)
      const offset = end
      end += writeSync(spool.fd, member, 0, member.length, offset)
      return { file, offset, length: member.length }
    }

    function readSpooled({ file, offset, length }: SpooledFile): PackedMember {
      const member = Buffer.allocUnsafe(length)
      readSync(spool.fd, member, 0, length, offset)
      return { file, member }
    }
  })
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
