import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../../testing/site-folder.ts'
import { type AskRemote, NotFetched } from '../../remote/ask-remote.ts'
import { type GatherAssetsInput, gatherAssets } from './gather-assets.ts'

const png = Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1')
const gif = Buffer.from('GIF89a…')

async function* drip(bytes: Buffer, times: number) {
  for (let count = 0; count < times; count++) yield bytes
}

const answers: Record<string, Awaited<ReturnType<AskRemote>>> = {
  '/a.png': { status: 200, headers: { etag: '"a"' }, body: [png] },
  '/same-bytes': { status: 200, headers: {}, body: [png.subarray(0, 3), png.subarray(3)] },
  '/a.jpg': { status: 200, headers: { 'content-type': 'image/jpeg' }, body: [gif] },
  '/page.png': { status: 200, headers: { 'content-type': 'image/png' }, body: [Buffer.from('<!doctype html><svg')] },
  '/script.svg': { status: 200, headers: {}, body: [Buffer.from('alert(1)')] },
  '/empty.png': { status: 200, headers: {}, body: [] },
  '/large.png': { status: 200, headers: {}, body: drip(png, 1000) },
  '/gone.png': { status: 404, headers: {}, body: [] },
  '/changing.png': { status: 200, headers: { 'cache-control': 'private, No-Store' }, body: [png] },
  '/moved.png': { status: 301, headers: { location: '/a.png' }, body: [] },
  '/1': { status: 302, headers: { location: '/2' }, body: [] },
  '/2': { status: 302, headers: { location: '/3' }, body: [] },
  '/3': { status: 302, headers: { location: '/4' }, body: [] },
  '/4': { status: 302, headers: { location: '/a.png' }, body: [] },
}

const ask: AskRemote = async (url, signal) => {
  const { pathname } = new URL(url)
  if (pathname === '/never') {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  if (pathname === '/refused') throw new NotFetched('its host is refused')
  const answer = answers[pathname]
  if (!answer) throw new Error('ECONNREFUSED 10.1.2.3')
  return answer
}

async function gather(paths: string[], input: Partial<GatherAssetsInput> = {}) {
  await using folder = await makeFolder({})
  const { assets, validators } = await gatherAssets(
    paths.map((path) => `https://host.example${path}`),
    { ask, folder: folder.root, ...input },
  )
  const short = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).map(([url, value]) => [url.replace('https://host.example', ''), value]))
  const { files, live, failures } = assets
  return {
    files: short(files),
    live: short(live),
    failures: short(failures),
    validators,
    names: await readdir(folder.root),
  }
}

test('a file is named by its bytes and by what they are, whatever its address and its host say', async () => {
  const { files, names } = await gather(['/a.png', '/same-bytes', '/a.jpg', '/moved.png'])
  expect(files['/a.png']).toMatch(/^[0-9a-f]{64}\.png$/)
  expect(files['/same-bytes']).toBe(files['/a.png'])
  expect(files['/moved.png']).toBe(files['/a.png'])
  expect(files['/a.jpg']).toMatch(/\.gif$/)
  expect(names.sort()).toEqual([...new Set(Object.values(files))].sort())
})

test('each that cannot be had is named with a reason that tells nothing of our network, and leaves no file', async () => {
  const paths = ['/page.png', '/script.svg', '/empty.png', '/gone.png', '/1', '/refused', '/unknown', '/large.png']
  const { failures, names } = await gather(paths, { limits: { fileBytes: 5000 } })
  const notMedia = 'it is no picture, font or media file'
  expect(failures).toEqual({
    '/page.png': notMedia,
    '/script.svg': notMedia,
    '/empty.png': notMedia,
    '/gone.png': 'its host answered with status 404',
    '/1': 'it is redirected more than 3 times',
    '/refused': 'its host is refused',
    '/unknown': 'its host could not be reached',
    '/large.png': 'it is larger than 5000 bytes',
  })
  expect(names).toEqual([])
})

test('one that takes too long is left where it is, and leaves no file', async () => {
  const { failures, names } = await gather(['/never'], { limits: { fileMs: 200 } })
  expect(failures).toEqual({ '/never': 'it took longer than 0.2 s' })
  expect(names).toEqual([])
})

test('what changes by itself is not copied: by its host, by its address, by its header', async () => {
  const { live, files } = await gather(['/changing.png', '/badge.svg', '/a.png?X-Amz-Signature=1'])
  expect(Object.keys(live)).toEqual(['/changing.png', '/badge.svg', '/a.png?X-Amz-Signature=1'])
  expect(files).toEqual({})
})

test('all of them together have limits of count, bytes and time', async () => {
  const many = ['/a.png', '/a.jpg', '/same-bytes']
  expect((await gather(many, { limits: { files: 2 } })).failures).toEqual({
    '/same-bytes': 'the site names more than 2 of them',
  })
  expect(Object.keys((await gather(many, { limits: { totalBytes: 15 } })).failures)).not.toEqual([])
  const { failures } = await gather(many, { limits: { totalMs: 0 } })
  expect(Object.values(failures)).toEqual(Array(3).fill('all of them together took longer than 0 s'))
})

test('a file that is here already is asked for by its validator, and fetched anew only where it is gone', async () => {
  await using folder = await makeFolder({ 'known.png': 'x' })
  const sent: unknown[] = []
  const known = { 'https://host.example/a.png': { name: 'known.png', etag: '"1"', lastModified: 'then' } }
  const answer: AskRemote = async (_url, _signal, headers) => {
    sent.push(headers)
    return headers ? { status: 304, headers: {}, body: [] } : { status: 200, headers: {}, body: [png] }
  }
  const urls = Object.keys(known)
  const first = await gatherAssets(urls, { ask: answer, folder: folder.root, known })
  expect(first.assets.files).toEqual({ 'https://host.example/a.png': 'known.png' })
  const elsewhere = await gatherAssets(urls, { ask: answer, folder: join(folder.root, 'other'), known })
  expect(elsewhere.assets.files['https://host.example/a.png']).toMatch(/^[0-9a-f]{64}\.png$/)
  expect(sent).toEqual([{ 'if-none-match': '"1"', 'if-modified-since': 'then' }, undefined])
})
