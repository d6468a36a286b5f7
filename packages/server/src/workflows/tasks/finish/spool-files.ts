import { hash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { compareFiles, mediaTypeOf, type PackIndex, packFile, writePack } from '@bindery/bundle'
import { type SameFile, type SiteFile, searchFolderOf } from '@bindery/site'
import type { Meter } from '../../cache/meter.ts'
import { type EarlierMember, type OpenMembers, readMember } from './earlier-members.ts'

// A pack is held in memory whole; with the largest file allowed it stays below 40 MB.
const packBytes = 16 * 1024 ** 2
// One that ends with a folder of the search is mostly the same in the next bundle. Small ones would only be more requests.
const leastBytes = 1024 ** 2

// Compressed at a time; with them the second core has work while this one makes the next.
const width = 4

/** An earlier bundle's shared files. All that it has in these folders is taken over, and is not among the files. */
interface TakenFiles {
  members: OpenMembers
  folders: readonly string[]
}

/** A packed file that waits on disk. */
export interface SpooledFile extends EarlierMember {
  fd: number
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
  files: AsyncGenerator<SiteFile | SameFile>,
  earlier: TakenFiles | undefined,
  meter: Meter,
): Promise<Spool> {
  const spool = await open(path, 'w+')
  const spooled: SpooledFile[] = []
  let end = 0

  function takeOver(packed: EarlierMember): SpooledFile {
    const { file } = packed
    return { ...packed, fd: earlier?.members.fd ?? -1, file: { ...file, type: mediaTypeOf(file.path) } }
  }

  async function spoolFile(made: SiteFile | SameFile): Promise<SpooledFile> {
    const packed = earlier?.members.files.get(made.path)
    if ('isSame' in made) {
      if (!packed) throw new Error(`The earlier bundle lacks ${made.path}, which should be as it was.`)
      return takeOver(packed)
    }
    if (packed && packed.file.sha256 === hash('sha256', made.bytes)) return takeOver(packed)
    const { file, member } = await packFile(made)
    await meter.add(member.length)
    const offset = end
    // At once: 2,000 small members take 10 ms so, and twenty times as long by and by.
    end += writeSync(spool.fd, member, 0, member.length, offset)
    return { file, offset, length: member.length, fd: spool.fd }
  }

  const drain = async () => {
    for await (const file of files) spooled.push(await spoolFile(file))
  }
  await Promise.all(Array.from({ length: width }, drain))
  const isTaken = (path: string) => earlier?.folders.some((folder) => path.startsWith(`${folder}/`)) ?? false
  for (const [path, packed] of earlier?.members.files ?? []) if (isTaken(path)) spooled.push(takeOver(packed))
  const close = () => spool.close()
  return { files: spooled, [Symbol.asyncDispose]: close }
}

/** Packs of some size each, in the order of the bundle. */
export async function* packInOrder(
  files: readonly SpooledFile[],
): AsyncGenerator<{ pack: Uint8Array; index: PackIndex }> {
  for (const group of groupBySize(files.toSorted((a, b) => compareFiles(a.file, b.file)))) {
    const written = writePack(group.map((file) => readMember(file.fd, file)))
    const pack = Buffer.concat(await Array.fromAsync(written.bytes))
    yield { pack, index: written.result() }
  }
}

function groupBySize(files: readonly SpooledFile[]): SpooledFile[][] {
  const groups: SpooledFile[][] = []
  let room = 0
  let folder: string | undefined
  for (const file of files) {
    const own = searchFolderOf(file.file.path)
    const isEnd = own !== folder && packBytes - room >= leastBytes
    if (room < file.length || isEnd) {
      groups.push([])
      room = packBytes
    }
    groups.at(-1)?.push(file)
    room -= file.length
    folder = own
  }
  return groups
}
