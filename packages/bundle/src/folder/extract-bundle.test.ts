import { lstat, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleOf, smallSite } from '../../testing/small-site.ts'
import { unchecked } from '../manifest/check-manifest-entries.ts'
import { extractBundle } from './extract-bundle.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extract-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a bundle becomes a folder that others may read', async () => {
  const files = smallSite()
  await extractBundle([await bundleOf(files)], join(folder, 'site'), unchecked)
  for (const { path, bytes } of files) expect(await readFile(join(folder, 'site', path))).toEqual(Buffer.from(bytes))
  expect((await lstat(join(folder, 'site'))).mode & 0o777).toBe(0o755)
  expect(await readdir(folder)).toEqual(['site'])
})

test('a folder or a link that exists is left alone', async () => {
  const bundle = await bundleOf(smallSite())
  await expect(extractBundle([bundle], folder, unchecked)).rejects.toMatchObject({ code: 'folder_exists' })
  await symlink('/nowhere', join(folder, 'link'))
  await expect(extractBundle([bundle], join(folder, 'link'), unchecked)).rejects.toMatchObject({
    code: 'folder_exists',
  })
})

test('nothing appears when the very last check fails', async () => {
  const extraction = extractBundle([await bundleOf(smallSite())], join(folder, 'site'), {
    publicKeys: 'unchecked',
    sha256: '0'.repeat(64),
  })
  await expect(extraction).rejects.toMatchObject({ code: 'wrong_digest' })
  expect(await readdir(folder)).toEqual([])
})

test('an input that fails half way leaves nothing and is let go', async () => {
  const bundle = await bundleOf(smallSite())
  async function* broken() {
    yield bundle.subarray(0, 2000)
    throw new Error('connection reset')
  }
  await expect(extractBundle(broken(), join(folder, 'site'), unchecked)).rejects.toThrow('connection reset')
  expect(await readdir(folder)).toEqual([])
})
