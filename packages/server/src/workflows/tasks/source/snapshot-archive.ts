import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { ByteReader } from '../../../git/files/byte-reader.ts'
import { isSafeFilePath } from '../../../git/files/is-safe-file-path.ts'
import type { SourceFile } from '../../../git/files/read-files.ts'
import type { Meter } from '../../cache/meter.ts'
import { openFolder } from './open-folder.ts'

/**
 * A docs folder as one object: for each file a line with its size and path and then its bytes, an empty line at the
 * end, all compressed. A path that is safe holds no line break. The files are put into a new folder in passing, as
 * unpacking the archive would. Returns what the folder takes of the disk.
 */
export async function writeSnapshot(
  { archive, folder }: { archive: string; folder: string },
  files: AsyncIterable<SourceFile>,
  meter: Meter,
): Promise<number> {
  const unpacked = await openFolder(folder, meter)
  async function* entries() {
    for await (const { path, bytes } of files) {
      yield Buffer.from(`${bytes.length} ${path}\n`)
      yield bytes
      await unpacked.write({ path, bytes })
    }
    yield Buffer.from('\n')
  }
  async function* metered(packed: AsyncIterable<Buffer>) {
    for await (const chunk of packed) {
      await meter.add(chunk.length)
      yield chunk
    }
  }
  // Level 1: a snapshot is read a few times on machines of ours, and level 6 would take three times as long.
  await pipeline(entries(), createGzip({ level: 1 }), metered, createWriteStream(archive))
  return unpacked.bytes()
}

/** Unpacks into a new folder. The archive's digest is checked already; its paths all the same. */
export async function unpackSnapshot(archive: string, folder: string, meter: Meter): Promise<void> {
  const unpacked = await openFolder(folder, meter)
  await pipeline(createReadStream(archive), createGunzip(), async (stream: AsyncIterable<Buffer>) => {
    for await (const file of readEntries(stream)) await unpacked.write(file)
  })
}

async function* readEntries(stream: AsyncIterable<Buffer>): AsyncGenerator<SourceFile> {
  const reader = new ByteReader(stream)
  for (;;) {
    const line = await reader.readLine()
    if (line === '') return
    const [, size, path = ''] = /^(\d+) (.+)$/.exec(line) ?? []
    if (!isSafeFilePath(path)) throw new Error('A source snapshot names a file outside of its folder.')
    yield { path, bytes: await reader.readExactly(Number(size)) }
  }
}
