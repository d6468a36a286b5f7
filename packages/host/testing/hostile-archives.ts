import { buffer } from 'node:stream/consumers'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { encodeHeader } from '../../bundle/src/archive/encode-header.ts'
import { encodeMember } from '../../bundle/src/archive/encode-member.ts'
import { encodeManifest } from '../../bundle/src/manifest/encode-manifest.ts'
import { archive, end, type Forged, forgeEntry, forgePax, member } from '../../bundle/testing/forge-archive.ts'
import { facts } from '../../bundle/testing/small-site.ts'

const named = (...paths: string[]) => archive(...paths.map((path) => encodeHeader(path, 0)))
const entry = (forged: Forged) => archive(forgeEntry(forged))
const page = forgeEntry({ content: 'hello' })

/** Names that leave the folder, hide, or read as another name on some disk. */
export const hostileNames = [
  ...['../escaped.html', 'a/../../escaped.html', 'a/..', '..', '.', 'a/./b', './a', '/tmp/escaped.html', '//server/a'],
  ...['a//b', 'a/', '..\\escaped.html', 'a\\b', 'C:/escaped.html', 'c:escaped.html', 'a\0b', '\u001b[2J', 'a\u009bb'],
  ...['a\u007fb', 'a'.repeat(256), `${'abcdefgh/'.repeat(120)}a`],
]

/** Links, devices, folders, pipes, long names, sparse files, and types that nobody knows. */
export const hostileTypes = [...'1234567gLKSZ\0']

const collisions = [
  ...[named('a', 'a'), named('a', 'A'), named('docs/a', 'Docs/b'), named('caf\u00e9', 'cafe\u0301')],
  ...[named('a', 'a/b'), named('a/b', 'a'), named('manifest.json'), named('k', '\u212a')],
]

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
]

/** Each behind a manifest that vouches for a file, so that the reader goes on to what is hostile. */
export async function makeHostileArchives(): Promise<Buffer[]> {
  const vouched = [{ path: 'zzz.html', size: 0, sha256: 'e3b0c442'.padEnd(64, '0'), type: 'text/html' }]
  const manifest = await encodeMember('manifest.json', await buffer(encodeManifest(facts, vouched)))
  const bomb = entry({ content: Buffer.alloc(80 * 1024 * 1024) })
  const types = hostileTypes.map((type) => entry({ type, link: '/etc', content: '../escaped\0' }))
  const hostile = [...hostileNames.map((name) => named(name)), ...collisions, ...types, ...headers, ...damage, bomb]
  return hostile.map((bytes) => Buffer.concat([manifest, bytes]))
}
