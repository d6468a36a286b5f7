import { createPublicKey, generateKeyPairSync, hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { archive, end, forgeEntry, member } from '../../testing/forge-archive.ts'
import { bundleOf, facts, smallSite, text } from '../../testing/small-site.ts'
import { encodeMember } from '../archive/encode-member.ts'
import type { ManifestFile } from '../format/format.ts'
import { unchecked } from '../manifest/check-manifest-entries.ts'
import { encodeManifest } from '../manifest/encode-manifest.ts'
import { keyIdOf } from '../manifest/sign-manifest.ts'
import { verifyBundle, verifyFolder } from './check-bundle.ts'
import { extractBundle } from './extract-bundle.ts'

test('a whole bundle is described', async () => {
  const bundle = await bundleOf(smallSite())
  const checked = await verifyBundle([bundle], unchecked)
  expect(checked).toMatchObject({ size: bundle.length, sha256: hash('sha256', bundle), signedBy: null })
  expect(checked.manifest.site).toEqual(facts)
  expect(checked.manifest.files).toHaveLength(32)
  expect(checked.manifest.files.at(-1)).toEqual({
    path: 'guides/page-9/index.html',
    size: 600,
    sha256: hash('sha256', '<h1>Page 9</h1>'.repeat(40)),
    type: 'text/html; charset=utf-8',
    page: 'guides/page-9',
  })
})

test('every flipped bit is found and the file it lies in is named', async () => {
  const bundle = await bundleOf([text('a.html', 'first'), text('b.html', 'second'), text('c.html', 'third', 'c')])
  const starts = membersOf(bundle)
  const names = ['manifest.json', 'a.html', 'b.html', 'c.html', 'the end of the archive']
  for (let bit = 0; bit < bundle.length * 8; bit++) {
    const flipped = Buffer.from(bundle)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const entry = names[starts.findLastIndex((start) => start <= bit >> 3)]
    await expect(verifyBundle([flipped], unchecked), `bit ${bit}`).rejects.toMatchObject({ name: 'BundleError', entry })
  }
})

describe('against its manifest', () => {
  const files = ['a.html', 'b.html', 'c.html']
  const verify = async (...found: string[]) => {
    const listed = files.map(
      (path): ManifestFile => ({ path, size: 6, sha256: hash('sha256', path), type: 'text/html' }),
    )
    const manifest = await encodeMember('manifest.json', await buffer(encodeManifest(facts, listed)))
    const entries = found.map((path) => forgeEntry({ name: path.replace('!', ''), content: path }))
    return verifyBundle([manifest, archive(...entries)], unchecked)
  }

  test('a bundle is whole or the first wrong file is named', async () => {
    expect((await verify(...files)).manifest.files).toHaveLength(3)
    await expect(verify('a.html', 'c.html')).rejects.toMatchObject({ code: 'missing_file', entry: 'b.html' })
    await expect(verify('a.html', 'b.html')).rejects.toMatchObject({ code: 'missing_file', entry: 'c.html' })
    await expect(verify(...files, 'd.html')).rejects.toMatchObject({ code: 'unexpected_file', entry: 'd.html' })
    await expect(verify('a.html', 'aa.html')).rejects.toMatchObject({ code: 'unexpected_file', entry: 'aa.html' })
    await expect(verify('b.html', 'a.html')).rejects.toMatchObject({ code: 'wrong_order', entry: 'a.html' })
    await expect(verify('a.html', 'b.html!')).rejects.toMatchObject({ code: 'wrong_bytes', entry: 'b.html' })
  })

  test('a file with other bytes of the same length is refused, in an archive and in a folder', async () => {
    const forged = (content: string) => archive(...files.map((name) => forgeEntry({ name, content: content || name })))
    const listed = files.map((path) => ({ path, size: 6, sha256: hash('sha256', path), type: 'text/html' }))
    const manifest = await encodeMember('manifest.json', await buffer(encodeManifest(facts, listed)))
    expect((await verifyBundle([manifest, forged('')], unchecked)).manifest.files).toHaveLength(3)
    const refusal = { code: 'wrong_bytes', entry: 'a.html' }
    await expect(verifyBundle([manifest, forged('A.html')], unchecked)).rejects.toMatchObject(refusal)
    const folder = await mkdtemp(join(tmpdir(), 'tampered-'))
    await extractBundle([manifest, forged('')], join(folder, 'site'), unchecked)
    await writeFile(join(folder, 'site/a.html'), 'A.html')
    await expect(verifyFolder(join(folder, 'site'), unchecked)).rejects.toMatchObject(refusal)
    await rm(folder, { recursive: true })
  })

  test.each([
    ['is missing', [forgeEntry({ content: 'a page' })]],
    ['is not JSON', [forgeEntry({ name: 'manifest.json', content: 'hello' })]],
    ['is of a later format', [forgeEntry({ name: 'manifest.json', content: '{"format":"bindery-bundle/2"}' })]],
    ['is JSON null', [forgeEntry({ name: 'manifest.json', content: 'null' })]],
  ])('a manifest that %s is refused', async (_how, entries) => {
    await expect(verifyBundle([archive(...entries)], unchecked)).rejects.toMatchObject({ code: 'bad_manifest' })
  })

  test('a manifest with names that are one on some disk is refused', async () => {
    const listed = ['A.html', 'a.html'].map((path) => ({
      path,
      size: 0,
      sha256: hash('sha256', ''),
      type: 'text/html',
    }))
    const manifest = await encodeMember('manifest.json', await buffer(encodeManifest(facts, listed)))
    await expect(verifyBundle([manifest, end], unchecked)).rejects.toMatchObject({
      code: 'colliding_path',
      entry: 'a.html',
    })
  })

  test('a manifest in another form than its own is refused', async () => {
    const bytes = await buffer(encodeManifest(facts, []))
    // As long as the right one, and read by JSON as the same.
    const swapped = String(bytes).replace(/("domain":"[^"]*"),("version":"[^"]*")/, '$2,$1')
    expect(swapped).not.toBe(String(bytes))
    for (const other of [` ${bytes}`, `${bytes} `, String(bytes).replace('"site"', '"more":1,"site"'), swapped]) {
      const bundle = Buffer.concat([member(forgeEntry({ name: 'manifest.json', content: other })), end])
      await expect(verifyBundle([bundle], unchecked)).rejects.toMatchObject({ code: 'bad_manifest' })
    }
  })
})

describe('with keys', () => {
  const [ours, next, foreign] = [1, 2, 3].map(() => generateKeyPairSync('ed25519'))
  let signed: Buffer
  beforeAll(async () => {
    signed = await bundleOf(smallSite(), { signingKey: ours!.privateKey })
  })

  test('a signature by any accepted key holds, so that keys can be replaced', async () => {
    const { signedBy } = await verifyBundle([signed], {
      publicKeys: [next!.publicKey, ours!.publicKey],
      domain: facts.domain,
    })
    expect(signedBy).toBe(keyIdOf(createPublicKey(ours!.privateKey)))
  })

  test('an unsigned bundle, a foreign key and a changed manifest are refused', async () => {
    const publicKeys = [ours!.publicKey]
    await expect(
      verifyBundle([await bundleOf(smallSite())], { publicKeys, domain: facts.domain }),
    ).rejects.toMatchObject({
      code: 'unsigned',
    })
    const other = await bundleOf(smallSite(), { signingKey: foreign!.privateKey })
    await expect(verifyBundle([other], { publicKeys, domain: facts.domain })).rejects.toMatchObject({
      code: 'unknown_key',
    })
    const manifest = await bundleOf(smallSite(), { site: { ...facts, version: 'v2' } })
    const mixed = [manifest.subarray(0, membersOf(manifest)[1]), signed.subarray(membersOf(signed)[1])]
    await expect(verifyBundle(mixed, { publicKeys, domain: facts.domain })).rejects.toMatchObject({
      code: 'bad_signature',
    })
  })
})

test('a signature by an accepted key is not enough for the site of another domain', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const site = { ...facts, domain: 'attacker.example.com', version: 'v9' }
  const foreign = await bundleOf(smallSite(), { site, signingKey: privateKey })
  const expected = { publicKeys: [publicKey], domain: facts.domain }
  await expect(verifyBundle([foreign], expected)).rejects.toMatchObject({
    code: 'wrong_domain',
    message: 'The bundle is for the domain "attacker.example.com", but "docs.example.com" was expected.',
  })
  expect(await verifyBundle([foreign], { ...expected, domain: site.domain })).toMatchObject({ manifest: { site } })
})

test('keys without a domain, and expectations that were left out, do not compile', async () => {
  const bundle = await bundleOf(smallSite(0))
  // @ts-expect-error -- A key is accepted only together with the domain.
  await expect(verifyBundle([bundle], { publicKeys: [] })).rejects.toMatchObject({ code: 'unsigned' })
  // @ts-expect-error -- Every caller states what the bundle must be.
  await expect(async () => verifyBundle([bundle])).rejects.toThrow(TypeError)
})

test('a manifest states the time of its commit in one form, or null', async () => {
  const times = ['2026-01-01T00:00:00Z', null]
  for (const committedAt of times) {
    const { manifest } = await verifyBundle(
      [await bundleOf(smallSite(0), { site: { ...facts, committedAt } })],
      unchecked,
    )
    expect(manifest.site.committedAt).toBe(committedAt)
  }
  for (const committedAt of [
    '2026-01-01',
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T01:00:00+01:00',
    '2026-13-01T00:00:00Z',
  ]) {
    const bundle = await bundleOf(smallSite(0), { site: { ...facts, committedAt } })
    await expect(verifyBundle([bundle], unchecked), committedAt).rejects.toMatchObject({ code: 'bad_manifest' })
  }
})

test('another version or another archive than the one asked for is refused', async () => {
  const bundle = await bundleOf(smallSite())
  const sha256 = hash('sha256', bundle)
  expect(await verifyBundle([bundle], { publicKeys: 'unchecked', version: 'v1', sha256 })).toMatchObject({ sha256 })
  await expect(verifyBundle([bundle], { publicKeys: 'unchecked', version: 'v2' })).rejects.toMatchObject({
    code: 'wrong_version',
  })
  await expect(verifyBundle([bundle], { publicKeys: 'unchecked', sha256: hash('sha256', '') })).rejects.toMatchObject({
    code: 'wrong_digest',
  })
})

test('the size of the portions in which a bundle arrives makes no difference', async () => {
  const bundle = await bundleOf([...smallSite(), { path: 'z.bin', bytes: noise(300_000), page: 'z' }])
  const whole = await verifyBundle([bundle], unchecked)
  for (const size of [1, 7, 4096, 65_537]) {
    const chunks = Array.from({ length: Math.ceil(bundle.length / size) }, (_, i) =>
      bundle.subarray(i * size, (i + 1) * size),
    )
    expect(await verifyBundle(chunks, unchecked)).toEqual(whole)
  }
})

function noise(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  })
}

/** Where each member of a bundle begins: at our gzip header, which no compressed data of these tests repeats. */
function membersOf(bundle: Buffer): number[] {
  const header = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255])
  const starts = [0]
  for (let at = bundle.indexOf(header, 1); at > 0; at = bundle.indexOf(header, at + 1)) starts.push(at)
  return starts
}
