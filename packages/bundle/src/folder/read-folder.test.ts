import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleOf, facts, smallSite } from '../../testing/small-site.ts'
import { unchecked } from '../manifest/check-manifest-entries.ts'
import { keyIdOf } from '../manifest/sign-manifest.ts'
import { verifyFolder } from './check-bundle.ts'
import { extractBundle } from './extract-bundle.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
let folder: string
let site: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folder-'))
  site = join(folder, 'site')
  await extractBundle([await bundleOf(smallSite(), { signingKey: privateKey })], site, unchecked)
})
afterEach(() => rm(folder, { recursive: true }))

test('an extracted bundle is judged as its archive would be', async () => {
  const checked = await verifyFolder(site, { publicKeys: [publicKey], domain: facts.domain })
  expect(checked).toMatchObject({ manifest: { site: facts }, signedBy: keyIdOf(publicKey) })
  expect(await verifyFolder(site, unchecked)).toMatchObject({ signedBy: null, keyId: keyIdOf(publicKey) })
})

test.each([
  ['a changed file', 'wrong_bytes', () => writeFile(join(site, 'guides/page-3.md'), '# Page three')],
  ['a missing file', 'missing_file', () => rm(join(site, 'guides/page-3.md'))],
  ['a new file', 'unexpected_file', () => writeFile(join(site, 'guides/page-3.mdx'), '')],
  ['a link', 'forbidden_type', () => symlink('page-4.md', join(site, 'guides/page-3.mdx'))],
])('%s in it is named', async (_what, code, spoil) => {
  await spoil()
  await expect(verifyFolder(site, unchecked)).rejects.toMatchObject({
    code,
    entry: expect.stringMatching(/^guides\/page-3\.mdx?$/),
  })
})

test('a folder without a manifest, or with another one, is refused', async () => {
  await expect(verifyFolder(folder, unchecked)).rejects.toMatchObject({ code: 'not_a_bundle_folder' })
  await writeFile(join(site, 'manifest.json'), '{}')
  await expect(verifyFolder(site, unchecked)).rejects.toMatchObject({ code: 'bad_manifest' })
})
