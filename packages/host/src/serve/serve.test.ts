import { hash } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, serveFiles } from '../../testing/serve-files.ts'

const page = `<!doctype html><h1>Hello</h1>${'<p>again and again</p>'.repeat(60)}`
const film = Buffer.from(Array.from({ length: 3 * 1024 * 1024 }, (_, index) => (index * index * 31) % 251))
const files = {
  'index.html': page,
  '404.html': '<h1>Not here</h1>',
  'guides/start.html': page,
  'guides/start.md': '# Start',
  'api/index.html': page,
  'both.html': 'the page',
  'both/index.html': 'the folder',
  'größe/日本.html': 'unicode',
  'film.mp4': film,
  'mark.png': film.subarray(0, 5000),
  'photo.png': film.subarray(0, 50_000),
  'data.json': JSON.stringify(Array.from({ length: 200_000 }, (_, index) => index)),
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '_bindery/site-0123456789ab.css': 'body { margin: 0 }'.repeat(30),
  '_bindery/nav/guides.js': 'nav()',
}

let site: Awaited<ReturnType<typeof serveFiles>>
beforeAll(async () => {
  site = await serveFiles(files)
})
afterAll(() => site[Symbol.asyncDispose]())

describe('addresses', () => {
  test.each([
    ['/', page],
    ['/index.html', page],
    ['/guides/start', page],
    ['/guides/start.md', '# Start'],
    ['/guides/start?utm=1', page],
    ['/api/', page],
    ['/api/index', page],
    ['/both', 'the page'],
    ['/both/', 'the folder'],
    ['/gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC', 'unicode'],
  ])('%s is the file that it means', async (path, content) => {
    const { status, body } = await site.get(path)
    expect([status, body.toString()]).toEqual([200, content])
  })

  test('an address of slashes is read as fast as any other', async () => {
    const path = `/guides${'/'.repeat(15_000)}x`
    const before = process.cpuUsage()
    for (let count = 0; count < 20; count++) expect((await site.get(path)).status).toBe(404)
    // 30 ms on a calm machine; as an expression four seconds.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000)
  })

  test.each([
    ['/api', '/api/'],
    ['/api?a=1', '/api/?a=1'],
    ['/guides/start.html', '/guides/start'],
    ['/guides/start.html?a=1', '/guides/start?a=1'],
    ['/gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC.html', '/gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC'],
    ['/guides/start/', '/guides/start'],
    ['/index.html/', '/index.html'],
    ['/gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC/', '/gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC'],
  ])('%s leads to where the relative links of the page are right', async (path, location) => {
    const { status, headers } = await site.get(path)
    expect([status, headers.location]).toEqual([301, location])
  })

  test.each([
    '/nowhere',
    '/../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/guides',
    '/guides/',
    '//guides/start',
    '/guides/start%00.html',
    '/GUIDES/START',
    '/_bindery/site-ffffffffffff.css',
  ])('%s is answered with the page for unknown addresses', async (path) => {
    const { status, body, headers } = await site.get(path)
    expect([status, body.toString()]).toEqual([404, '<h1>Not here</h1>'])
    expect(headers['cache-control']).toBe('no-cache')
  })

  test.each(['/%', '/%ff', '*', 'http://elsewhere.example.com/'])('%s cannot be read', async (path) => {
    expect(await site.get(path)).toMatchObject({ status: 400 })
  })
})

describe('methods', () => {
  test('HEAD says what GET would, without the body', async () => {
    const options = { headers: { 'accept-encoding': 'br' } }
    const { headers, body } = await ask(site.url, '/', { method: 'HEAD', ...options })
    const whole = await ask(site.url, '/', options)
    expect(body).toHaveLength(0)
    expect(headers).toEqual({ ...whole.headers, date: headers.date })
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is not allowed', async (method) => {
    const { status, headers } = await ask(site.url, '/', { method })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('encodings', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ] as const)('%s is made once, and gives the content', async (encoding, decode) => {
    for (const path of ['/', '/guides/start', '/data.json']) {
      const { headers, body } = await site.get(path, { 'accept-encoding': encoding })
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
      expect(headers['content-length']).toBe(String(body.length))
      const plain = await site.get(path)
      expect(decode(body).equals(plain.body)).toBe(true)
      expect(plain.headers.etag).not.toBe(headers.etag)
    }
    // Two of the three have the same content.
    expect((await readdir(site.encodings)).filter((name) => name.endsWith(encoding))).toHaveLength(2)
  })

  test('what is small or compressed already is sent as it is', async () => {
    for (const path of ['/film.mp4', '/guides/start.md']) {
      const { headers } = await site.get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
      expect(headers).not.toHaveProperty('content-encoding')
      expect(headers).not.toHaveProperty('vary')
    }
  })
})

describe('caching', () => {
  test('a file with its digest in its name is cached for ever, any other is asked for again', async () => {
    const hashed = await site.get('/_bindery/site-0123456789ab.css')
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const path of ['/', '/_bindery/nav/guides.js', '/film.mp4']) {
      const { headers } = await site.get(path)
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers).not.toHaveProperty('last-modified')
    }
  })

  test('whoever has the content, in whatever encoding, gets no body', async () => {
    const { headers } = await site.get('/', { 'accept-encoding': 'br' })
    for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const again = await site.get('/', { 'if-none-match': tag, 'accept-encoding': 'br' })
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    }
    expect(await site.get('/', { 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
    expect(await site.get('/nowhere', { 'if-none-match': '*' })).toMatchObject({ status: 404 })
  })
})

describe('ranges', () => {
  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=1000000-1000001', 1_000_000, 1_000_001],
    ['bytes=3145000-', 3_145_000, film.length - 1],
    ['bytes=-5', film.length - 5, film.length - 1],
    ['bytes=-99999999', 0, film.length - 1],
    ['bytes=5-99999999', 5, film.length - 1],
  ])('%s of a film', async (range, start, end) => {
    const { status, headers, body } = await site.get('/film.mp4', { range })
    expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${film.length}`])
    expect(body.equals(film.subarray(start, end + 1))).toBe(true)
  })

  test.each(['mark.png', 'photo.png'] as const)('%s comes byte for byte, whole and in part', async (name) => {
    for (const _time of ['read from the disk', 'held in memory']) {
      expect((await site.get(`/${name}`)).body.equals(files[name])).toBe(true)
      const part = await site.get(`/${name}`, { range: 'bytes=100-2100' })
      expect(part.body.equals(files[name].subarray(100, 2101))).toBe(true)
    }
  })

  test.each(['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-2', 'bytes=-', 'bytes=a-b'])(
    '%s gives the whole',
    async (range) => {
      const { status, body } = await site.get('/film.mp4', { range })
      expect([status, hash('sha256', body)]).toEqual([200, hash('sha256', film)])
    },
  )

  test.each(['bytes=3145728-', 'bytes=-0'])('%s is outside', async (range) => {
    const { status, headers } = await site.get('/film.mp4', { range })
    expect([status, headers['content-range']]).toEqual([416, `bytes */${film.length}`])
  })

  test('a range of text is one of the text itself, and only while it is the same', async () => {
    const { headers } = await site.get('/')
    const desired = { range: 'bytes=2-8', 'accept-encoding': 'br' }
    expect((await site.get('/', { ...desired, 'if-range': headers.etag })).body.toString()).toBe('doctype')
    const other = await site.get('/', { ...desired, 'if-range': '"other"' })
    expect([other.status, other.headers['content-encoding']]).toEqual([200, 'br'])
  })
})

describe('protection', () => {
  test('no answer is sniffed, framed elsewhere or given a base', async () => {
    for (const path of ['/', '/nowhere', '/film.mp4', '/api', '/%']) {
      const { headers } = await site.get(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("frame-ancestors 'self'; base-uri 'none'"),
      })
    }
  })

  test('a drawing runs no script when it is opened by its address', async () => {
    const { headers } = await site.get('/logo.svg')
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox$/)
  })

  test('an operator has the last word on headers', async () => {
    const own = { 'content-security-policy': "frame-ancestors 'none'", 'Referrer-Policy': '', 'X-Mine': 'yes' }
    await using other = await serveFiles({ 'index.html': page }, { headers: own })
    for (const path of ['/', '/nowhere']) {
      const { headers } = await other.get(path)
      expect(headers).toMatchObject({ 'content-security-policy': "frame-ancestors 'none'", 'x-mine': 'yes' })
      expect(headers).not.toHaveProperty('referrer-policy')
    }
  })
})

describe('a base path', () => {
  test('stands before every address, and before the locations that are led to', async () => {
    await using other = await serveFiles({ ...files, _redirects: '/old /new#part 301\n' }, { basePath: '/docs' })
    expect(await other.get('/docs/guides/start')).toMatchObject({ status: 200 })
    expect(await other.get('/docs?a=1')).toMatchObject({ status: 301, headers: { location: '/docs/?a=1' } })
    expect(await other.get('/docs/api')).toMatchObject({ status: 301, headers: { location: '/docs/api/' } })
    expect(await other.get('/docs/old?a=1')).toMatchObject({ headers: { location: '/docs/new?a=1#part' } })
    for (const path of ['/', '/guides/start', '/docsguides/start']) {
      expect(await other.get(path)).toMatchObject({ status: 404 })
    }
  })
})

test('a file that vanished is a failure of its own request alone', async () => {
  await using other = await serveFiles({ 'index.html': page, 'gone.html': 'x' })
  await rm(`${other.folder}/gone.html`)
  expect(await other.get('/gone')).toMatchObject({ status: 500 })
  expect(await other.get('/')).toMatchObject({ status: 200 })
  expect(other.faults).toHaveLength(1)
})

test('where no encoded form can be kept, the page is sent as it is', async () => {
  await using other = await serveFiles({ 'index.html': page })
  await rm(other.encodings, { recursive: true })
  await writeFile(other.encodings, 'no folder')
  const { status, headers, body } = await other.get('/', { 'accept-encoding': 'br' })
  expect([status, headers['content-encoding'], body.toString()]).toEqual([200, undefined, page])
  expect(other.faults).toEqual([])
})
