import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodeHeader } from '../../bundle/src/encode-header.ts'
import { encodeManifest } from '../../bundle/src/encode-manifest.ts'
import { encodeMember } from '../../bundle/src/encode-member.ts'
import { archive, end, type Forged, forgeEntry, forgePax, member } from '../../bundle/testing/forge-archive.ts'
import { facts } from '../../bundle/testing/small-site.ts'
import { bundle, runHost } from '../testing/run-host.ts'
import { temporaryFolder } from '../testing/serve-files.ts'

const named = (...paths: string[]) => archive(...paths.map((path) => encodeHeader(path, 0)))
const entry = (forged: Forged) => archive(forgeEntry(forged))
const page = forgeEntry({ content: 'hello' })

/** Names that leave the folder, hide, or read as another name on some disk. */
const names = [
  ...['../escaped.html', 'a/../../escaped.html', 'a/..', '..', '.', 'a/./b', './a', '/tmp/escaped.html', '//server/a'],
  ...['a//b', 'a/', '..\\escaped.html', 'a\\b', 'C:/escaped.html', 'c:escaped.html', 'a\0b', '\u001b[2J', 'a\u009bb'],
  ...['a\u007fb', 'a'.repeat(256), `${'abcdefgh/'.repeat(120)}a`],
].map((name) => named(name))

const collisions = [
  ...[named('a', 'a'), named('a', 'A'), named('docs/a', 'Docs/b'), named('caf\u00e9', 'cafe\u0301')],
  ...[named('a', 'a/b'), named('a/b', 'a'), named('manifest.json'), named('k', '\u212a')],
]

/** Links, devices, folders, pipes, long names, sparse files, and types that nobody knows. */
const types = [...'1234567gLKSZ\0'].map((type) => entry({ type, link: '/etc', content: '../escaped\0' }))

const headers = [
  ...[
    { mode: '0004755\0' },
    { owner: 'root' },
    { uid: '0001750\0' },
    { mtime: '14000000000\0' },
    { magic: 'ustar  \0' },
  ],
  ...[{ size: '-0000000001\0' }, { size: '77777777777\0' }, { checksum: '000001\0 ' }, { name: 'a\0/../../b' }],
  ...[{ prefix: '..', name: 'escaped.html' }, { name: '' }, { content: 'hello', padding: 'hidden' }],
].map(entry)

const damage = [
  ...[
    archive(forgePax([['path', '../escaped.html']])),
    archive(forgePax([['linkpath', '/etc']])),
    archive(forgePax([])),
  ],
  ...[Buffer.alloc(0), member(page), member(page).subarray(0, 40), archive(page.subarray(0, 300))],
  ...[Buffer.concat([archive(page), Buffer.from('more')]), gzipSync(page), member(page, { crc: 1 })],
  ...[member(page, { deflated: Buffer.concat([deflateRawSync(page), page]) }), member(page, { length: 2 ** 32 - 1 })],
  ...[archive(Buffer.concat([page, page])), Buffer.concat([member(page, { length: 9 }), end])],
  entry({ content: Buffer.alloc(80 * 1024 * 1024) }),
]

test('hostile archives are refused with a sentence, write nothing, and the old site is served on', async () => {
  await using folder = await temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  await writeFile(at('sentinel'), 'untouched')
  await writeFile(at('good.tar.gz'), await bundle('v1'))
  // Behind a manifest that vouches for a file, so that the reader goes on to what is hostile.
  const vouched = [{ path: 'zzz.html', size: 0, sha256: 'e3b0c442'.padEnd(64, '0'), type: 'text/html' }]
  const manifest = await encodeMember('manifest.json', await buffer(encodeManifest(facts, vouched)))
  const hostile = [...names, ...collisions, ...types, ...headers, ...damage]
  expect(hostile.length).toBeGreaterThanOrEqual(60)

  await using host = await runHost(folder.path, { staticExport: { bundleUrl: 'good.tar.gz' } })
  await host.heard(/Serving version v1/)
  const before = await readdir(at('data'), { recursive: true })
  for (const [index, bytes] of hostile.entries()) {
    await writeFile(at('hostile.tar.gz'), Buffer.concat([manifest, bytes]))
    await host.configure({ staticExport: { bundleUrl: 'hostile.tar.gz' }, keepEarlierSeconds: index })
    const told = await host.heard(/^The new bundle is not served, the old site is: .{20}/)
    expect(told).toMatch(/\.$/)
    expect(await host.title()).toBe('v1')
  }
  expect(await readdir(at('data'), { recursive: true })).toEqual(before)
  expect((await readdir(folder.path)).sort()).toEqual([
    'data',
    'good.tar.gz',
    'host.yaml',
    'hostile.tar.gz',
    'sentinel',
  ])
  expect(await readFile(at('sentinel'), 'utf8')).toBe('untouched')
})
