import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ManifestFile } from '../format/format.ts'
import { encodeMember } from './encode-member.ts'
import { streamFile } from './stream-file.ts'

const long = `${'größe/'.repeat(30)}seite.html`

async function pack(path: string, bytes: Buffer): Promise<{ file: ManifestFile; member: Buffer }> {
  const file = { path, size: bytes.length, sha256: hash('sha256', bytes), type: 'text/html' }
  return { file, member: await encodeMember(path, bytes) }
}

function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = async (file: ManifestFile, member: Buffer, size = 100) =>
  Buffer.concat(await Array.fromAsync(streamFile(file, inPieces(member, size))))

test.each([
  ['a.html', 0, 7],
  ['a.html', 1, 1],
  ['a.html', 511, 64],
  ['a.html', 512, 10_000],
  [long, 300_000, 1_000],
])('%s with %i bytes is read whole out of pieces of %i', async (path, size, piece) => {
  const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * index * 31) % 251))
  const { file, member } = await pack(path, bytes)
  expect((await read(file, member, piece)).equals(bytes)).toBe(true)
})

test('what is not the file that the index names ends with an error', async () => {
  const { file, member } = await pack('a.html', Buffer.from('content'))
  const other = await pack('b.html', Buffer.from('content'))
  const longer = await pack('a.html', Buffer.alloc(5_000, 'x'))
  for (const wrong of [other.member, longer.member]) {
    await expect(read(file, wrong)).rejects.toMatchObject({ code: 'wrong_bytes' })
  }
  await expect(read({ ...file, sha256: 'a'.repeat(64) }, member)).rejects.toMatchObject({ code: 'wrong_bytes' })
  await expect(read(file, member.subarray(0, -20))).rejects.toThrow()
})
