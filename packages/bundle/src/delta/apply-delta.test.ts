import { generateKeyPairSync, hash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bundleOf, facts, smallSite, text } from '../../testing/small-site.ts'
import { encodeEnd, encodeMember } from '../archive/encode-member.ts'
import { extractBundle } from '../folder/extract-bundle.ts'
import { compareFiles } from '../format/canonical-order.ts'
import type { SourceFile } from '../format/format.ts'
import { type Expectations, unchecked } from '../manifest/check-manifest-entries.ts'
import { encodeManifest } from '../manifest/encode-manifest.ts'
import { applyDelta, extractDelta } from './apply-delta.ts'
import { encodeDeltaHead } from './delta-head.ts'
import { writeDelta } from './write-delta.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const later = { ...facts, version: 'v2' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'delta-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a delta turns the folder of one bundle into that of the next, byte by byte', async () => {
  const [before, after] = [smallSite(), edited(smallSite())]
  await extractBundle([await bundleOf(before)], join(folder, 'site'), unchecked)
  const delta = await deltaOf(before, after)
  const checked = await applyDelta(join(folder, 'site'), [delta], {
    publicKeys: [publicKey],
    domain: facts.domain,
    version: 'v2',
  })
  expect(checked.manifest.site.version).toBe('v2')
  const whole = await bundleOf(after, { site: later, signingKey: privateKey })
  await extractBundle([whole], join(folder, 'whole'), unchecked)
  expect(await treeOf(join(folder, 'site'))).toEqual(await treeOf(join(folder, 'whole')))
  expect(await readdir(folder)).toEqual(['site', 'whole'])
  expect(delta.length).toBeLessThan(whole.length / 2)
})

const signed = { publicKeys: [publicKey], domain: facts.domain, version: 'v2' }

test('a delta extracted to a new folder gives all files of the next bundle, the unchanged ones as hard links', async () => {
  const [before, after] = [smallSite(), edited(smallSite())]
  const [base, next, whole] = ['site', 'next', 'whole'].map((name) => join(folder, name)) as [string, string, string]
  const checked = await extractBundle([await bundleOf(before)], base, unchecked)
  const earlier = await treeOf(base)
  const delta = await deltaOf(before, after)
  const extracted = await extractDelta([delta], next, { folder: base, checked }, signed)
  const expected = await extractBundle([await bundleOf(after, { site: later, signingKey: privateKey })], whole, signed)
  expect(extracted.manifestSha256).toBe(expected.manifestSha256)
  expect(await treeOf(next)).toEqual(await treeOf(whole))
  expect(await treeOf(base)).toEqual(earlier)
  expect((await stat(join(next, 'guides/page-7.md'))).nlink).toBe(2)
  expect((await stat(join(next, 'guides/page-5.md'))).nlink).toBe(1)
  await rm(base, { recursive: true })
  expect(await treeOf(next)).toEqual(await treeOf(whole))
})

test.each([
  ['missing', (path: string) => rm(path)],
  ['longer', (path: string) => appendFile(path, ' and more')],
])('no folder is published when an unchanged file is %s in the earlier one', async (_, change) => {
  const base = join(folder, 'site')
  const checked = await extractBundle([await bundleOf(smallSite())], base, unchecked)
  await change(join(base, 'guides/page-7.md'))
  const delta = await deltaOf(smallSite(), edited(smallSite()))
  const extracting = extractDelta([delta], join(folder, 'next'), { folder: base, checked }, signed)
  await expect(extracting).rejects.toMatchObject({ code: 'wrong_base', entry: 'guides/page-7.md' })
  expect(await readdir(folder)).toEqual(['site'])
})

test('a delta with lines that no site can have is refused, also where the base is known', async () => {
  const base = join(folder, 'site')
  const checked = await extractBundle([await bundleOf(smallSite())], base, unchecked)
  for (const [path, code] of [
    ['../outside.html', 'unsafe_path'],
    ['GUIDES/page-1.md', 'colliding_path'],
    ['manifest.json', 'reserved_path'],
  ] as const) {
    const lines = [...checked.manifest.files, { ...describeEmpty, path }].sort(compareFiles)
    const to = hash('sha256', await buffer(encodeManifest(later, lines)))
    const files = [{ ...describeEmpty, path }]
    const head = encodeDeltaHead({ from: checked.manifestSha256, to, site: later, removed: [], files })
    const delta = Buffer.concat([await encodeMember('delta.json', head), await encodeEnd()])
    const extracting = extractDelta([delta], join(folder, 'next'), { folder: base, checked }, unchecked)
    await expect(extracting).rejects.toMatchObject({ code })
  }
  expect(await readdir(folder)).toEqual(['site'])
})

const describeEmpty = { size: 0, sha256: hash('sha256', ''), type: 'text/html; charset=utf-8' }

test('a delta says what it holds, and is the same however its bundles arrive', async () => {
  const [from, to] = [await bundleOf(smallSite()), await bundleOf(edited(smallSite()), { site: later })]
  const writing = writeDelta({ from: [from], to: [to] })
  const whole = await buffer(writing.bytes)
  expect(writing.result()).toMatchObject({ added: 2, changed: 1, removed: 2, size: whole.length })
  const bytewise = writeDelta({ from: portions(from, 1), to: portions(to, 37) })
  expect(await buffer(bytewise.bytes)).toEqual(whole)
})

test('of the older bundle no more is read than its manifest, and a damaged newer one makes no delta', async () => {
  const [from, to] = [await bundleOf(smallSite()), await bundleOf(edited(smallSite()), { site: later })]
  expect(await buffer(writeDelta({ from: [from.subarray(0, -2000)], to: [to] }).bytes)).not.toHaveLength(0)
  const damaged = Buffer.from(to)
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 3000) ^ 1, damaged.length - 3000)
  const all = writeDelta({ from: [await bundleOf([])], to: [damaged] })
  await expect(buffer(all.bytes)).rejects.toMatchObject({ name: 'BundleError' })
  const cut = writeDelta({ from: [await bundleOf([])], to: [to.subarray(0, -2000)] })
  await expect(buffer(cut.bytes)).rejects.toMatchObject({ code: 'truncated' })
})

test('any two sites are bridged by a delta', async () => {
  const site = fc
    .dictionary(fc.constantFrom('a.html', 'b.html', 'c/d.html', 'c/e.md', 'f.js'), fc.string({ maxLength: 20 }))
    .map((contents) =>
      Object.entries(contents)
        .map(([path, content]) => text(path, content))
        .sort(compareFiles),
    )
  await fc.assert(
    fc.asyncProperty(site, site, async (before, after) => {
      const [site, whole] = [join(folder, 'site'), join(folder, 'whole')]
      await extractBundle([await bundleOf(before)], site, unchecked)
      await applyDelta(site, [await deltaOf(before, after)], unchecked)
      await extractBundle([await bundleOf(after, { site: later, signingKey: privateKey })], whole, unchecked)
      expect(await treeOf(site)).toEqual(await treeOf(whole))
      await rm(site, { recursive: true })
      await rm(whole, { recursive: true })
    }),
    { numRuns: 40 },
  )
})

describe('the folder stays as it was', () => {
  let site: string
  let delta: Buffer
  beforeEach(async () => {
    site = join(folder, 'site')
    await extractBundle([await bundleOf(smallSite())], site, unchecked)
    delta = await deltaOf(smallSite(), edited(smallSite()))
  })
  const refused = async (bytes: Buffer, code: object, expected: Expectations = unchecked) => {
    const before = await treeOf(site)
    await expect(applyDelta(site, [bytes], expected)).rejects.toMatchObject(code)
    expect(await treeOf(site)).toEqual(before)
    expect(await readdir(folder)).toEqual(['site'])
  }

  test('when the delta starts from another bundle or was applied before', async () => {
    await refused(await deltaOf(smallSite(3), smallSite()), { code: 'wrong_base' })
    await applyDelta(site, [delta], unchecked)
    await refused(delta, { code: 'wrong_base', message: expect.stringContaining('already') })
  })

  test('when a file in it was changed by hand', async () => {
    await writeFile(join(site, 'guides/page-7.md'), 'changed')
    await refused(delta, { code: 'wrong_base', entry: 'guides/page-7.md' })
  })

  test('when the delta is cut, damaged, a full bundle or not signed as asked', async () => {
    await refused(delta.subarray(0, -40), { code: 'truncated' })
    await refused(Buffer.from(delta).fill(7, delta.length - 60, delta.length - 50), { code: 'bad_gzip' })
    await refused(await bundleOf(smallSite()), { code: 'bad_delta' })
    await refused(delta, { code: 'wrong_digest' }, { publicKeys: 'unchecked', sha256: '0'.repeat(64) })
    const foreign = { publicKeys: [generateKeyPairSync('ed25519').publicKey], domain: facts.domain }
    await refused(delta, { code: 'unknown_key' }, foreign)
    await refused(delta, { code: 'wrong_domain' }, { publicKeys: [publicKey], domain: 'other.example.com' })
  })

  test('when the process was killed between the two renames', async () => {
    const before = await treeOf(site)
    await rename(site, `${site}.bindery-previous`)
    await expect(applyDelta(site, [delta.subarray(0, 100)], unchecked)).rejects.toMatchObject({ code: 'truncated' })
    expect(await treeOf(site)).toEqual(before)
  })
})

test('a folder that holds no bundle is not touched', async () => {
  await expect(applyDelta(folder, [await deltaOf([], [])], unchecked)).rejects.toMatchObject({
    code: 'not_a_bundle_folder',
  })
})

/** One page changed, one gone (two files), one new (two files). */
function edited(files: SourceFile[]): SourceFile[] {
  const kept = files.filter(({ page }) => page !== 'guides/page-3')
  const changed = kept.map((file) =>
    file.path === 'guides/page-5.md' ? { ...file, bytes: Buffer.from('# New') } : file,
  )
  const added = [
    text('guides/new.md', '# New', 'guides/new'),
    text('guides/new/index.html', '<h1>New</h1>', 'guides/new'),
  ]
  return [...changed, ...added].sort(compareFiles)
}

async function deltaOf(before: SourceFile[], after: SourceFile[]): Promise<Buffer> {
  const from = await bundleOf(before)
  const to = await bundleOf(after, { site: later, signingKey: privateKey })
  return buffer(writeDelta({ from: [from], to: [to] }).bytes)
}

function portions(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}

async function treeOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = await Promise.all(
    paths.sort().map(async (path) => [path.slice(root.length), await readFile(path, 'hex')]),
  )
  return Object.fromEntries(contents)
}
