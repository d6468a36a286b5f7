import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { packOf, smallSite, text } from '../../testing/small-site.ts'
import { unpackFile } from '../archive/unpack-file.ts'
import { decodePackIndex } from './decode-pack-index.ts'
import { encodePackIndex } from './encode-pack-index.ts'
import { writePack } from './write-pack.ts'

test('an index finds each file in its pack', async () => {
  const files = smallSite()
  const pack = await packOf(files)
  const index = await pack.index()
  for (const [i, file] of index.files.entries()) {
    const member = await buffer(pack.read(file.offset, file.packedSize))
    expect(await unpackFile(file, member)).toEqual(files[i]?.bytes && Buffer.from(files[i].bytes))
  }
})

test('a stored index reads back as it was', async () => {
  const index = await (await packOf(smallSite())).index()
  expect(decodePackIndex(encodePackIndex(index))).toEqual(index)
})

test('an index says what a file is and which page it was made from', async () => {
  const { files } = await (await packOf([text('start.md', '# Start', 'start')])).index()
  expect(files[0]).toMatchObject({
    sha256: hash('sha256', '# Start'),
    type: 'text/markdown; charset=utf-8',
    page: 'start',
  })
})

test('a cut, foreign or contradictory index is refused', async () => {
  const index = await (await packOf(smallSite())).index()
  const bytes = encodePackIndex(index)
  const wrong = [bytes.subarray(0, -9), Buffer.from('{}'), encodePackIndex({ ...index, size: 1 })]
  for (const one of wrong) expect(() => decodePackIndex(one)).toThrow(expect.objectContaining({ code: 'bad_pack' }))
})

test('a part of a pack that is not the file asked for is refused', async () => {
  const pack = await packOf(smallSite())
  const [first, second] = (await pack.index()).files
  const member = await buffer(pack.read(first!.offset, first!.packedSize))
  await expect(unpackFile(second!, member)).rejects.toMatchObject({ code: 'wrong_bytes', entry: second!.path })
})

test('a member cut or damaged on its way from an earlier pack is not copied', async () => {
  const pack = await packOf(smallSite())
  const [file] = (await pack.index()).files
  const member = await buffer(pack.read(file!.offset, file!.packedSize))
  for (const wrong of [member.subarray(0, -1), Buffer.concat([member, member]), Buffer.from(member).fill(0, 30, 40)]) {
    const writing = writePack([{ file: file!, member: wrong }])
    await expect(buffer(writing.bytes)).rejects.toMatchObject({ code: 'bad_pack', entry: file!.path })
  }
})
