import { readSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import {
  compareFiles,
  type ManifestFile,
  type PackedMember,
  type PackIndex,
  packFile,
  writePack,
} from '@bindery/bundle'
import type { SiteFile } from '@bindery/site'
import type { Meter } from '../../cache/meter.ts'

// A pack is held in memory whole; with the largest file allowed it stays below 40 MB.
const packBytes = 16 * 1024 ** 2

// Compressed at a time; with them the second core has work while this one makes the next.
const width = 4

/** A packed file that waits on disk. */
interface SpooledFile {
  file: ManifestFile
  offset: number
  length: number
}

export interface Spool extends AsyncDisposable {
  files: readonly SpooledFile[]
  read(file: SpooledFile): PackedMember
}

/**
 * Compresses the files that pages share. They come in another order than they have in the bundle and may be gigabytes of
 * images, so they wait on disk until all are known.
 */
export async function spoolFiles(path: string, files: AsyncGenerator<SiteFile>, meter: Meter): Promise<Spool> {
  const spool = await open(path, 'w+')
  const spooled: SpooledFile[] = []
  let end = 0
  const drain = async () => {
    for await (const made of files) {
      const { file, member } = await packFile(made)
      await meter.add(member.length)
      const offset = end
      // Sync on purpose: 2,000 small members take 10 ms, async twenty times as long.
      end += writeSync(spool.fd, member, 0, member.length, offset)
      spooled.push({ file, offset, length: member.length })
    }
  }
  await Promise.all(Array.from({ length: width }, drain))
  return {
    files: spooled,
    read({ file, offset, length }) {
      const member = Buffer.allocUnsafe(length)
      readSync(spool.fd, member, 0, length, offset)
      return { file, member }
    },
    [Symbol.asyncDispose]: () => spool.close(),
  }
}

/** Packs of some size each, in the order of the bundle. */
export async function* packInOrder({ files, read }: Spool): AsyncGenerator<{ pack: Uint8Array; index: PackIndex }> {
  for (const group of groupBySize(files.toSorted((a, b) => compareFiles(a.file, b.file)))) {
    const written = writePack(group.map(read))
    const pack = Buffer.concat(await Array.fromAsync(written.bytes))
    yield { pack, index: written.result() }
  }
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
