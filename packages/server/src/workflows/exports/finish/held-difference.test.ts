import { type PackedFile, redirectsFile, unpackFile } from '@bindery/bundle'
import { expect, test } from 'vitest'
import { headOf, holdSites, type WrittenSite, writeSite } from '../../../../testing/workflows/hold-sites.ts'
import { findHeldDifference } from './held-difference.ts'

const pages = Array.from({ length: 40 }, (_, n): [string, string] => [`p-${n}.html`, `content ${n} of p-${n}`])
const contents = new Map([...pages, [redirectsFile, '[]'], ['style.css', 'a {}']])
const before = await writeSite(0, contents)
const ends = (now: WrittenSite) => ({ from: before.key, to: now.key })

async function compareWith(changes: Record<string, string | undefined>) {
  const changed = new Map(contents)
  for (const [path, content] of Object.entries(changes)) {
    if (content === undefined) changed.delete(path)
    else changed.set(path, content)
  }
  const now = await writeSite(1, changed)
  return { now, found: await findHeldDifference(holdSites(before, now), ends(now)) }
}

/** Read from where they are said to lie in the archive. */
async function readFiles({ bytes, packs }: WrittenSite, files: readonly PackedFile[] = []) {
  const archive = Buffer.concat([bytes, ...packs.map((pack) => pack.bytes)])
  const read = files.map(async (file) => {
    const own = archive.subarray(file.offset, file.offset + file.packedSize)
    return [file.path, Buffer.from(await unpackFile(file, own)).toString()] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

test('what differs is found with its place in either archive, and the redirects beside it', async () => {
  const change = { 'p-7.html': 'other words of p-7', 'p-new.html': 'new of p-new', 'style.css': undefined }
  const { now, found } = await compareWith(change)
  expect(await readFiles(before, found?.before)).toEqual({
    'p-7.html': 'content 7',
    'style.css': 'a {}',
    [redirectsFile]: '[]',
  })
  expect(await readFiles(now, found?.now)).toEqual({
    'p-7.html': 'other words',
    'p-new.html': 'new',
    [redirectsFile]: '[]',
  })
})

test('where nothing differs only the redirects are read', async () => {
  const { now, found } = await compareWith({})
  expect(await readFiles(before, found?.before)).toEqual({ [redirectsFile]: '[]' })
  expect(await readFiles(now, found?.now)).toEqual({ [redirectsFile]: '[]' })
})

test('a page that is gone, and other redirects, need all of both sites', async () => {
  expect((await compareWith({ 'p-7.html': undefined })).found).toBeUndefined()
  expect((await compareWith({ [redirectsFile]: '[ ]' })).found).toBeUndefined()
})

test('of a site that is not held nothing is said', async () => {
  const { now } = await compareWith({ 'p-7.html': 'other words of p-7' })
  expect(await findHeldDifference(holdSites(now), ends(now))).toBeUndefined()
  const noIndex = holdSites(now)
  noIndex.heads.hold(before.key, headOf(before))
  expect(await findHeldDifference(noIndex, ends(now))).toBeUndefined()
})
