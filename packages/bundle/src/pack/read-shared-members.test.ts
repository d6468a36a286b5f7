import { expect, test } from 'vitest'
import { bundleOf, packOf, smallSite } from '../../testing/small-site.ts'
import { readSharedMembers } from './read-shared-members.ts'

const shared = smallSite().filter(({ page }) => page === undefined)

test('the members of shared files are those that packing them gives, and pages are not read', async () => {
  const archive = await bundleOf(smallSite())
  const members = await Array.fromAsync(readSharedMembers([archive]))
  expect(members.map(({ file }) => file.path)).toEqual(shared.map(({ path }) => path))
  const pack = await packOf(shared)
  const packed = Buffer.concat(await Array.fromAsync(pack.read(0, (await pack.index()).size)))
  expect(Buffer.concat(members.map(({ member }) => member))).toEqual(packed)
  const end = archive.indexOf(packed) + packed.length
  expect(await Array.fromAsync(readSharedMembers([archive.subarray(0, end)]))).toHaveLength(shared.length)
})

test('a changed byte of a member is noticed', async () => {
  const archive = await bundleOf(smallSite())
  const [first] = await Array.fromAsync(readSharedMembers([archive]))
  const at = archive.indexOf(first?.member ?? '') + 40
  archive[at] = (archive[at] ?? 0) ^ 1
  await expect(Array.fromAsync(readSharedMembers([archive]))).rejects.toMatchObject({ code: 'bad_gzip' })
})
