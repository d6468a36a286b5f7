import { hash } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import {
  compareFiles,
  type ManifestFile,
  mediaTypeOf,
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

/** Shared files of an earlier bundle: their members lie one behind the other in `spool`, and lines of `list` say where. */
export interface EarlierMembers {
  spool: string
  list: string
}

/** All that it has in these folders is taken over, and is not among the files. */
interface TakenFolders {
  folders: readonly string[]
}

export interface EarlierMember {
  file: ManifestFile
  offset: number
  length: number
}

/** A packed file that waits on disk. */
interface SpooledFile extends EarlierMember {
  handle: FileHandle
}

export interface Spool extends AsyncDisposable {
  files: SpooledFile[]
}

/**
 * Compresses the files that pages share, but for those that an earlier bundle has. They come in another order than they
 * have in the bundle and may be gigabytes of images, so they wait on disk until all are known.
 */
export async function spoolFiles(
  path: string,
  files: AsyncGenerator<SiteFile>,
  earlier: (EarlierMembers & TakenFolders) | undefined,
  meter: Meter,
): Promise<Spool> {
  const spool = await open(path, 'w+')
  const before = earlier && (await open(earlier.spool))
  const known = before && (await readList(earlier.list, before))
  const spooled: SpooledFile[] = []
  let end = 0

  async function spoolFile({ path, bytes }: SiteFile): Promise<SpooledFile> {
    const packed = known?.get(path)
    if (packed && packed.file.sha256 === hash('sha256', bytes)) return takeOver(packed)
    const { file, member } = await packFile({ path, bytes })
    await meter.add(member.length)
    const offset = end
    // At once: 2,000 small members take 10 ms so, and twenty times as long by and by.
    end += writeSync(spool.fd, member, 0, member.length, offset)
    return { file, offset, length: member.length, handle: spool }
  }

  const drain = async () => {
    for await (const file of files) spooled.push(await spoolFile(file))
  }
  await Promise.all(Array.from({ length: width }, drain))
  const isTaken = (path: string) => earlier?.folders.some((folder) => path.startsWith(`${folder}/`)) ?? false
  for (const [path, packed] of known ?? []) if (isTaken(path)) spooled.push(takeOver(packed))
  const close = async () => {
    await spool.close()
    await before?.close()
  }
  return { files: spooled.sort((a, b) => compareFiles(a.file, b.file)), [Symbol.asyncDispose]: close }
}

function takeOver(packed: SpooledFile): SpooledFile {
  return { ...packed, file: { ...packed.file, type: mediaTypeOf(packed.file.path) } }
}

async function readList(list: string, handle: FileHandle): Promise<Map<string, SpooledFile>> {
  const lines = (await readFile(list, 'utf8')).split('\n').filter(Boolean)
  const members = lines.map((line) => JSON.parse(line) as EarlierMember)
  return new Map(members.map((member) => [member.file.path, { ...member, handle }]))
}

/** Packs of some size each. */
export async function* packInOrder({ files }: Spool): AsyncGenerator<{ pack: Uint8Array; index: PackIndex }> {
  for (const group of groupBySize(files)) {
    const written = writePack(group.map(readSpooled))
    const pack = Buffer.concat(await Array.fromAsync(written.bytes))
    yield { pack, index: written.result() }
  }
}

function readSpooled({ file, offset, length, handle }: SpooledFile): PackedMember {
  const member = Buffer.allocUnsafe(length)
  readSync(handle.fd, member, 0, length, offset)
  return { file, member }
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
