import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseCacheBytes } from './choose-cache-bytes.ts'

const folder = join(tmpdir(), 'bindery-budget')
const { bsize, blocks, bavail } = await statfs(tmpdir())

test('without a setting it is the usual size, or half of what is free where that is less', async () => {
  const { bytes, warning } = await chooseCacheBytes(folder)
  expect(bytes).toBeLessThanOrEqual(10 * 1024 ** 3)
  expect(bytes).toBeLessThanOrEqual((bsize * blocks) / 2)
  expect(warning).toBeUndefined()
})

test('a setting that the volume can hold is taken as it is', async () => {
  expect(await chooseCacheBytes(folder, 300 * 1024 ** 2)).toEqual({ bytes: 300 * 1024 ** 2 })
})

test('a budget larger than the volume is refused at startup, with both numbers', async () => {
  const most = bsize * blocks
  await expect(chooseCacheBytes(folder, most + 1)).rejects.toThrow(
    `BINDERY_WORKER_CACHE_BYTES is ${most + 1}, but the volume of ${folder} has ${most} bytes`,
  )
})

test('a budget larger than what is free is reported', async () => {
  const wanted = Math.min(bsize * blocks, bsize * bavail + 1024 ** 3)
  expect(await chooseCacheBytes(folder, wanted)).toMatchObject({
    bytes: wanted,
    warning: expect.stringContaining('bytes are free'),
  })
})
