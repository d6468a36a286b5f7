import { createReadStream, createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { ByteReader } from '../git/byte-reader.ts'
import { isSafeFilePath } from '../git/is-safe-file-path.ts'
import type { SourceFile } from '../git/read-files.ts'

/**
 * A docs folder as one object: for each file a line with its size and path and then its bytes, an empty line at the
 * end, all compressed. A path that is safe holds no line break. The files are put into a new folder in passing, as
 * unpacking the archive would; returns their bytes.
 */
export async function writeSnapshot(
  archive: string,
  files: AsyncIterable<SourceFile>,
  folder: string,
): Promise<number> {
  const write = openFolder(folder)
  let total = 0
  async function* entries() {
    for await (const { path, bytes } of files) {
      yield Buffer.from(`${bytes.length} ${path}\n`)
      yield bytes
      total += write({ path, bytes })
    }
    yield Buffer.from('\n')
  }
  // Level 1: a snapshot is read a few times on machines of ours, and level 6 would take three times as long.
  await pipeline(entries(), createGzip({ level: 1 }), createWriteStream(archive))
  return total
}

/** Unpacks into a new folder and tells its bytes. The archive's digest is checked already; its paths all the same. */
export async function unpackSnapshot(archive: string, folder: string): Promise<number> {
  const write = openFolder(folder)
  let total = 0
  await pipeline(createReadStream(archive), createGunzip(), async (stream: AsyncIterable<Buffer>) => {
    for await (const file of readEntries(stream)) total += write(file)
  })
  return total
}

/** Writes one file after the other at once: 5,000 small ones take a third of the time of waiting for each. */
function openFolder(folder: string): (file: SourceFile) => number {
  const made = new Set<string>()
  mkdirSync(folder)
  return ({ path, bytes }) => {
    const file = join(folder, path)
    const parent = dirname(file)
    if (!made.has(parent)) mkdirSync(parent, { recursive: true })
    made.add(parent)
    writeFileSync(file, bytes)
    return bytes.length
  }
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
