import { hash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive, end, type Forged, forgeEntry, forgePax, member } from '../testing/forge-archive.ts'
import { bundleOf, facts, smallSite } from '../testing/small-site.ts'
import { encodeHeader } from './archive/encode-header.ts'
import { encodeMember } from './archive/encode-member.ts'
import { readArchive } from './archive/read-archive.ts'
import { verifyBundle } from './folder/check-bundle.ts'
import { extractBundle } from './folder/extract-bundle.ts'
import { BundleError, type BundleErrorCode } from './format/bundle-error.ts'
import type { BundleFile } from './format/format.ts'
import type { ReaderLimits } from './format/reader-limits.ts'
import { unchecked } from './manifest/check-manifest-entries.ts'
import { encodeManifest } from './manifest/encode-manifest.ts'

type Hostile = [what: string, code: BundleErrorCode, archive: Buffer, limits?: Partial<ReaderLimits>]

const MiB = 1024 * 1024
const entry = (forged: Forged) => archive(forgeEntry(forged))
// Headers exactly as Bindery writes them, so that only the names can be at fault.
const named = (...paths: string[]) => archive(...paths.map((path) => encodeHeader(path, 0)))
const page = forgeEntry({ content: 'hello' })
const gzip = [0x1f, 0x8b, 8]

const hostile: Hostile[] = [
  ['a path that climbs', 'unsafe_path', named('../escaped.html')],
  ['a path that climbs from within', 'unsafe_path', named('a/../../escaped.html')],
  ['a path that ends in two dots', 'unsafe_path', named('a/..')],
  ['two dots alone', 'unsafe_path', named('..')],
  ['one dot alone', 'unsafe_path', named('.')],
  ['a dot segment', 'unsafe_path', named('a/./b.html')],
  ['a leading dot segment', 'unsafe_path', named('./a.html')],
  ['an absolute path', 'unsafe_path', named('/tmp/escaped.html')],
  ['a double slash at the start', 'unsafe_path', named('//server/share.html')],
  ['an empty segment', 'unsafe_path', named('a//b.html')],
  ['a name that ends as a folder', 'unsafe_path', named('a/')],
  ['no name', 'unsafe_path', entry({ name: '' })],
  ['a backslash that climbs', 'unsafe_path', named('..\\escaped.html')],
  ['a backslash within', 'unsafe_path', named('a\\b.html')],
  ['a drive letter', 'unsafe_path', named('C:/escaped.html')],
  ['a drive letter without a slash', 'unsafe_path', named('c:escaped.html')],
  ['a NUL in a pax path', 'unsafe_path', named('a\0b.html')],
  ['a newline', 'not_canonical', named('a\nb.html')],
  ['an escape sequence for a terminal', 'unsafe_path', named('\u001b[2J.html')],
  ['a C1 control character', 'unsafe_path', named('a\u009bb.html')],
  ['a DEL', 'unsafe_path', named('a\u007fb.html')],
  ['a name that is not UTF-8', 'unsafe_path', entry({ name: Buffer.from([0x61, 0xff, 0xfe]) })],
  ['an overlong encoding of a slash', 'unsafe_path', entry({ name: Buffer.from([0x2e, 0x2e, 0xc0, 0xaf, 0x61]) })],
  ['a climbing pax path over a harmless name', 'unsafe_path', archive(forgePax([['path', '../escaped.html']]))],
  ['a climbing prefix', 'unsafe_path', entry({ prefix: '..', name: 'escaped.html' })],
  ['a segment longer than a disk holds', 'unsafe_path', named('a'.repeat(256))],
  ['a path longer than the limit', 'path_too_long', named(`${'abcdefgh/'.repeat(120)}a`)],
  ['the same file twice', 'duplicate_path', named('a.html', 'a.html')],
  ['names that differ in case', 'colliding_path', named('a.html', 'A.html')],
  ['folders that differ in case', 'colliding_path', named('docs/a.html', 'Docs/a.html')],
  ['names that differ in Unicode form', 'colliding_path', named('caf\u00e9.html', 'cafe\u0301.html')],
  ['names that differ in a sharp s', 'colliding_path', named('stra\u00dfe.html', 'STRASSE.html')],
  ['a Kelvin sign for a K', 'colliding_path', named('k.html', '\u212a.html')],
  ['a file below a file', 'colliding_path', named('a', 'a/b.html')],
  ['a file in place of a folder', 'colliding_path', named('a/b.html', 'a')],
  ['a file in place of a folder of other case', 'colliding_path', named('a/b/c.html', 'A/B')],
  ['a symbolic link', 'forbidden_type', entry({ type: '2', link: '/etc' })],
  [
    'a symbolic link and a file through it',
    'forbidden_type',
    archive(forgeEntry({ name: 'a', type: '2', link: '..' }), forgeEntry({ name: 'a/b' })),
  ],
  ['a hard link', 'forbidden_type', entry({ type: '1', link: '../sentinel' })],
  ['a character device', 'forbidden_type', entry({ type: '3' })],
  ['a block device', 'forbidden_type', entry({ type: '4' })],
  ['a folder', 'forbidden_type', entry({ name: 'a/', type: '5' })],
  ['a named pipe', 'forbidden_type', entry({ type: '6' })],
  ['a contiguous file', 'forbidden_type', entry({ type: '7' })],
  ['an old-style file', 'forbidden_type', entry({ type: '\0' })],
  ['a global pax header', 'forbidden_type', entry({ type: 'g', content: '20 path=../escaped\n' })],
  ['a GNU long name', 'forbidden_type', entry({ name: '././@LongLink', type: 'L', content: '../escaped\0' })],
  ['a GNU long link', 'forbidden_type', entry({ name: '././@LongLink', type: 'K', content: '/etc\0' })],
  ['a sparse file', 'forbidden_type', entry({ type: 'S' })],
  ['a type nobody knows', 'forbidden_type', entry({ type: 'Z' })],
  ['a pax header before a link', 'forbidden_type', archive(forgePax([['path', 'a']], { type: '2', link: '/etc' }))],
  ['a pax header before a pax header', 'forbidden_type', archive(forgePax([['path', 'a']], { type: 'x' }))],
  ['a pax size', 'not_canonical', archive(forgePax([['size', '99']]))],
  ['a pax link path', 'not_canonical', archive(forgePax([['linkpath', '/etc']]))],
  [
    'two pax paths',
    'not_canonical',
    archive(
      forgePax([
        ['path', 'a'],
        ['path', '../b'],
      ]),
    ),
  ],
  ['an empty pax header', 'not_canonical', archive(forgePax([]))],
  [
    'a pax record with a wrong length',
    'not_canonical',
    archive(Buffer.concat([forgeEntry({ name: 'pax-header', type: 'x', content: '999 path=a\n' }), page])),
  ],
  ['a pax header that needs none', 'not_canonical', archive(forgePax([['path', 'a.html']]))],
  ['a set-uid mode', 'not_canonical', entry({ mode: '0004755\0' })],
  ['an owner', 'not_canonical', entry({ owner: 'root' })],
  ['a user id', 'not_canonical', entry({ uid: '0001750\0' })],
  ['a time', 'not_canonical', entry({ mtime: '14000000000\0' })],
  ['bytes hidden behind a NUL in the name', 'not_canonical', entry({ name: 'a.html\0/../../b' })],
  ['bytes hidden in the padding', 'not_canonical', entry({ content: 'hello', padding: 'hidden' })],
  ['a GNU magic', 'not_canonical', entry({ magic: 'ustar  \0' })],
  ['a size in base 256', 'not_canonical', entry({ size: Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]) })],
  ['a negative size', 'not_canonical', entry({ size: '-0000000001\0' })],
  ['a size larger than the content', 'wrong_size', entry({ size: '00000001000\0' })],
  ['a size of eight gigabytes', 'wrong_size', entry({ size: '77777777777\0' })],
  ['a size smaller than the content', 'wrong_size', entry({ size: '00000000000\0', content: 'hello' })],
  ['a pax header larger than its member', 'truncated', entry({ type: 'x', size: '77777777777\0' })],
  ['a second file in one member', 'wrong_size', archive(Buffer.concat([page, forgeEntry({ name: '../b' })]))],
  ['a wrong header checksum', 'bad_checksum', entry({ checksum: '000001\0 ' })],
  ['a header checksum that is no number', 'bad_checksum', entry({ checksum: 'ustar\0 ' })],
  ['zeros in place of a header', 'bad_checksum', archive(Buffer.alloc(512))],
  ['half a header', 'truncated', archive(page.subarray(0, 300))],
  ['no end', 'truncated', member(page)],
  ['nothing at all', 'truncated', Buffer.alloc(0)],
  ['a member cut in its data', 'truncated', member(page).subarray(0, 40)],
  ['a member cut in its checksum', 'truncated', member(page).subarray(0, -3)],
  ['a member cut in its header', 'truncated', member(page).subarray(0, 6)],
  ['text after the end', 'trailing_data', Buffer.concat([archive(page), Buffer.from('more')])],
  ['zeros after the end', 'trailing_data', Buffer.concat([archive(page), Buffer.alloc(512)])],
  ['a second archive after the end', 'trailing_data', Buffer.concat([archive(page), archive(page)])],
  ['no gzip at all', 'bad_gzip', Buffer.concat([page, Buffer.alloc(1024)])],
  ['a plain gzip of one member', 'not_canonical', gzipSync(Buffer.concat([page, Buffer.alloc(1024)]))],
  ['damaged compressed data', 'bad_gzip', member(page, { deflated: Buffer.alloc(40, 0xff) })],
  ['deflated data that does not end', 'bad_gzip', member(page, { deflated: Buffer.from('000000ffff', 'hex') })],
  [
    'bytes hidden behind the deflated data',
    'bad_gzip',
    member(page, { deflated: Buffer.concat([deflateRawSync(page), page]) }),
  ],
  ['a wrong checksum of the deflated data', 'bad_gzip', member(page, { crc: 1 })],
  ['a wrong checksum of the content', 'bad_gzip', member(page, { tail: Buffer.alloc(8) })],
  ['a member that says it is shorter', 'bad_gzip', Buffer.concat([member(page, { length: 9 }), end])],
  ['a member that says it is longer', 'truncated', Buffer.concat([member(page, { length: 9999 }), end])],
  ['a member that says it has four gigabytes', 'file_too_large', member(page, { length: 2 ** 32 - 1 })],
  ['a file name in the gzip header', 'not_canonical', member(page, { start: [...gzip, 8, 0, 0, 0, 0, 0, 255] })],
  ['a time in the gzip header', 'not_canonical', member(page, { start: [...gzip, 4, 1, 2, 3, 4, 0, 255] })],
  ['more files than allowed', 'too_many_entries', named('a', 'b', 'c', 'd'), { maxEntries: 3 }],
  [
    'more bytes than allowed',
    'too_many_bytes',
    archive(...'abcd'.split('').map((name) => forgeEntry({ name, content: 'x'.repeat(5000) }))),
    { maxBytes: 12_000 },
  ],
  ['one file larger than allowed', 'file_too_large', entry({ content: Buffer.alloc(2 * MiB) }), { maxFileBytes: MiB }],
  [
    'a file a little larger than allowed',
    'file_too_large',
    entry({ content: Buffer.alloc(1001) }),
    { maxFileBytes: 1000 },
  ],
  ['a bomb of zeros', 'ratio_exceeded', entry({ content: Buffer.alloc(80 * MiB) })],
]

let sandbox: string
beforeAll(async () => {
  sandbox = await mkdtemp(join(tmpdir(), 'hostile-'))
  await mkdir(join(sandbox, 'host'))
  await writeFile(join(sandbox, 'sentinel'), 'untouched')
})
afterAll(() => rm(sandbox, { recursive: true }))

describe.each(hostile)('%s', (_what, code, bytes, limits) => {
  test(`is refused as ${code}`, async () => {
    const { error } = await drain(bytes, limits)
    expect(error).toBeInstanceOf(BundleError)
    expect(error).toMatchObject({ code })
  })

  test('leaves nothing on the disk, behind a manifest that vouches for it', async () => {
    const { read } = await drain(bytes, limits)
    const bundle = Buffer.concat([await manifestFor(read), bytes])
    const extraction = extractBundle([bundle], join(sandbox, 'host/site'), unchecked, limits ? { limits } : {})
    await expect(extraction).rejects.toBeInstanceOf(BundleError)
    expect(await readdir(sandbox, { recursive: true })).toEqual(['host', 'sentinel'])
  })
})

test('a bundle changed anywhere is refused or says the same', async () => {
  const bundle = await bundleOf(smallSite(3))
  const { sha256, size, ...content } = await verifyBundle([bundle], unchecked)
  await fc.assert(
    fc.asyncProperty(fc.array(mutation(bundle.length), { minLength: 1, maxLength: 4 }), async (mutations) => {
      const changed = mutations.reduce((bytes, mutate) => mutate(bytes), bundle)
      const outcome = await verifyBundle([changed], unchecked).catch((error: unknown) => error)
      if (!(outcome instanceof BundleError)) expect(outcome).toMatchObject(content)
    }),
    { numRuns: Number(process.env.MUTATED_ARCHIVES ?? 500) },
  )
})

/** Replaces, inserts, removes or repeats a few bytes somewhere, or cuts the rest off. */
function mutation(length: number): fc.Arbitrary<(bytes: Buffer) => Buffer> {
  const splice = fc
    .record({ at: fc.nat(length), take: fc.nat(40), put: fc.uint8Array({ maxLength: 40 }), twice: fc.boolean() })
    .map(({ at, take, put, twice }) => (bytes: Buffer) => {
      const kept = twice ? bytes.subarray(at, at + take) : put
      return Buffer.concat([bytes.subarray(0, at), kept, bytes.subarray(twice ? at : at + take)])
    })
  const flip = fc.record({ at: fc.nat(length - 1), bit: fc.nat(7) }).map(({ at, bit }) => (bytes: Buffer) => {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ (1 << bit)
    return changed
  })
  return fc.oneof(
    splice,
    flip,
    fc.nat(length).map((at) => (bytes: Buffer) => bytes.subarray(0, at)),
  )
}

async function drain(bytes: Buffer, limits?: Partial<ReaderLimits>): Promise<{ read: BundleFile[]; error: unknown }> {
  const read: BundleFile[] = []
  try {
    for await (const file of readArchive([bytes], limits)) read.push(file)
    return { read, error: undefined }
  } catch (error) {
    return { read, error }
  }
}

/** Names the harmless files before the hostile one, and one more to make the reader go on to it. */
async function manifestFor(read: BundleFile[]): Promise<Buffer> {
  const listed = [...read, { path: 'zzz.html', bytes: Buffer.alloc(0) }].map(({ path, bytes }) => {
    return { path, size: bytes.length, sha256: hash('sha256', bytes), type: 'text/html' }
  })
  return encodeMember('manifest.json', await buffer(encodeManifest(facts, listed)))
}
