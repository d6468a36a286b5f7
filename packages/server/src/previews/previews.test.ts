import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { encodeMoves, redirectsFile } from '@bindery/bundle'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishBundle } from '../../testing/api/publish-bundle.ts'
import { startTestApi, type TestApi } from '../../testing/api/start-test-api.ts'
import { openTestStore } from '../../testing/storage/open-test-store.ts'
import { operator } from '../core/audit/record-audit.ts'
import { expireExport } from '../core/exports/cleanup/expire-export.ts'
import { setPlan } from '../core/organizations/change-organization.ts'
import { signPreview } from '../core/previews/preview-token.ts'
import { readPreviewKey } from '../core/previews/read-preview-key.ts'

const film = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * index * 31) % 251))
const files = {
  'index.html': '<h1>Home</h1>',
  '404.html': '<h1>Not here</h1>',
  'guides/start.html': '<h1>Start</h1>',
  'api/index.html': '<h1>API</h1>',
  'größe.html': 'unicode',
  'film.mp4': film,
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '_bindery/site-0123456789ab.css': 'body { margin: 0 }',
  '_bindery/font-0123456789ab.woff2': 'wOF2',
  [redirectsFile]: encodeMoves([
    { parts: [{ text: '/old' }], target: ['/guides/start#part'], status: 301 },
    { parts: [{ text: '/away' }], target: ['https://elsewhere.example.com/'], status: 302 },
  ]),
}
const domain = 'previews.localhost'
const bucket = openTestStore()
/** One with a path of its address, one with a name for previews; both over the same database. */
let shared: TestApi
let own: TestApi
let exportId: string
let token: string

beforeAll(async () => {
  shared = await startTestApi({ store: bucket.store, publicUrl: 'http://127.0.0.1/base' })
  own = await startTestApi({ store: bucket.store, database: shared.database, previewDomain: domain })
  exportId = await publish()
  token = await tokenFor(exportId)
})
afterAll(async () => {
  await own[Symbol.asyncDispose]()
  await shared[Symbol.asyncDispose]()
  await bucket.close()
})

async function publish(): Promise<string> {
  const body = { domain: shared.tenant.domain }
  const { jobId } = (await shared.send('/v1/static-export/jobs', { key: shared.tenant.key, body })).body
  const place = { pool: shared.database.pool, store: bucket.store, key: `${bucket.prefix}${jobId}` }
  const sources = Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) }))
  await publishBundle(place, jobId, sources)
  return jobId
}

async function tokenFor(id: string, expiresAt = Math.floor(Date.now() / 1000) + 600): Promise<string> {
  return signPreview(await readPreviewKey(shared.database.db, undefined), { exportId: id, expiresAt })
}

interface Sent {
  method?: string
  headers?: Record<string, string>
}

/** Paths as they are written: `fetch` would tidy them. */
async function ask(api: TestApi, path: string, { method = 'GET', headers = {} }: Sent = {}) {
  const { port } = new URL(api.url)
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request({ port, path, method, headers: { 'x-request-id': 'same', ...headers } }, resolve)
      .on('error', reject)
      .end()
  })
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

/** The same path of a site in both ways. */
const ways = [
  [
    'below a path',
    (path: string, sent?: Sent) => ask(shared, `/preview/${token}${path}`, sent),
    () => `/base/preview/${token}`,
  ],
  [
    'on a name of its own',
    (path: string, sent: Sent = {}) =>
      ask(own, path, { ...sent, headers: { host: `${token}.${domain}`, ...sent.headers } }),
    () => '',
  ],
] as const

describe.each(ways)('%s', (_name, get, base) => {
  test.each([
    ['/', 200, 'text/html; charset=utf-8', '<h1>Home</h1>'],
    ['/guides/start', 200, 'text/html; charset=utf-8', '<h1>Start</h1>'],
    ['/api/', 200, 'text/html; charset=utf-8', '<h1>API</h1>'],
    ['/gr%C3%B6%C3%9Fe', 200, 'text/html; charset=utf-8', 'unicode'],
    ['/_bindery/site-0123456789ab.css', 200, 'text/css; charset=utf-8', 'body { margin: 0 }'],
    ['/nowhere', 404, 'text/html; charset=utf-8', '<h1>Not here</h1>'],
    ['/..%2f..%2fmanifest.json', 404, 'text/html; charset=utf-8', '<h1>Not here</h1>'],
    ['/guides/start%00', 404, 'text/html; charset=utf-8', '<h1>Not here</h1>'],
  ])('%s is what a host would serve', async (path, status, type, content) => {
    const { headers, ...answer } = await get(path)
    expect([answer.status, headers['content-type'], answer.body.toString()]).toEqual([status, type, content])
  })

  test.each([
    ['/api', 301, '/api/'],
    ['/guides/start/?a=1', 301, '/guides/start?a=1'],
    ['/guides/start.html?utm=1', 301, '/guides/start?utm=1'],
    ['/old?a=1', 301, '/guides/start?a=1#part'],
  ])('%s leads on within the preview', async (path, status, location) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.location]).toEqual([status, `${base()}${location}`])
  })

  test('a page that moved to another host leads there', async () => {
    expect((await get('/away')).headers.location).toBe('https://elsewhere.example.com/')
  })

  test('no search engine lists it, no shared cache stores it, no other page learns its address', async () => {
    for (const path of ['/', '/nowhere', '/api', '/film.mp4', '/_bindery/site-0123456789ab.css']) {
      const { headers } = await get(path)
      expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
      expect(headers['cache-control']).toMatch(/^(?:private|no-store)/)
      expect(headers).not.toHaveProperty('set-cookie')
    }
    const hashed = (await get('/_bindery/site-0123456789ab.css')).headers['cache-control']
    expect(hashed).toMatch(/^private, max-age=\d+, immutable$/)
  })

  test('what a reader has is not sent again, and HEAD sends nothing', async () => {
    const { headers } = await get('/')
    expect(await get('/', { headers: { 'if-none-match': String(headers.etag) } })).toMatchObject({ status: 304 })
    const head = await get('/film.mp4', { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '3000000', 0])
    expect(await get('/', { method: 'POST' })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=1000000-1000001', 1_000_000, 1_000_001],
    ['bytes=-5', film.length - 5, film.length - 1],
  ])('%s of a film', async (range, start, end) => {
    const { status, headers, body } = await get('/film.mp4', { headers: { range } })
    expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${film.length}`])
    expect(body.equals(film.subarray(start, end + 1))).toBe(true)
  })

  test('the whole film, and a part that is outside of it', async () => {
    expect((await get('/film.mp4')).body.equals(film)).toBe(true)
    expect(await get('/film.mp4', { headers: { range: 'bytes=9999999-' } })).toMatchObject({ status: 416 })
  })
})

describe('the sandbox', () => {
  test('below a path every response is in it, without the right to its origin', async () => {
    const paths = ['/', '/nowhere', '/api', '/film.mp4', '/logo.svg'].map((path) => `/preview/${token}${path}`)
    for (const path of [...paths, '/preview/guessed/', '/preview', `/preview/${token}`]) {
      const policy = (await ask(shared, path)).headers['content-security-policy']
      expect(policy).toMatch(/, sandbox allow-scripts$/)
      expect(policy).not.toContain('allow-same-origin')
    }
  })

  test('on a name of its own a site has its origin, as it will when it is live', async () => {
    const { headers } = await ask(own, '/', { headers: { host: `${token}.${domain}` } })
    expect(headers['content-security-policy']).toBe(
      "frame-ancestors 'self'; base-uri 'none'; object-src 'none'; form-action 'none'",
    )
    expect(headers).toMatchObject({ 'origin-agent-cluster': '?1', 'cross-origin-resource-policy': 'same-origin' })
  })

  test('only as a font is a font given to a page without an origin', async () => {
    const path = `/preview/${token}/_bindery/font-0123456789ab.woff2`
    const font = await ask(shared, path, { headers: { 'sec-fetch-dest': 'font', origin: 'null' } })
    expect(font.headers).toMatchObject({ 'access-control-allow-origin': '*', vary: 'Sec-Fetch-Dest' })
    for (const headers of [{ 'sec-fetch-dest': 'empty' }, {}]) {
      expect((await ask(shared, path, { headers })).headers).not.toHaveProperty('access-control-allow-origin')
    }
  })
})

describe('the same 404', () => {
  const expectSame = async (get: (token: string) => ReturnType<typeof ask>, tokens: string[]) => {
    const [first, ...others] = await Promise.all(tokens.map(get))
    expect(first?.status).toBe(404)
    for (const other of others) {
      expect({ ...other, headers: { ...other.headers, date: '' } }).toEqual({
        ...first,
        headers: { ...first?.headers, date: '' },
      })
    }
  }

  test('for an address that is guessed, forged, over, or of what is no longer there', async () => {
    const gone = await publish()
    await expireExport(shared.database.db, gone, operator, { withdraw: true })
    const body = { domain: shared.tenant.domain }
    const queued = (await shared.send('/v1/static-export/jobs', { key: shared.tenant.key, body })).body.jobId
    const tokens = [
      'f'.repeat(56),
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      await tokenFor(exportId, Math.floor(Date.now() / 1000) - 1),
      await tokenFor(gone),
      await tokenFor(queued),
      await tokenFor('se_0000000000000000'),
      'x',
      `${token}.evil`,
    ]
    await expectSame((bad) => ask(shared, `/preview/${bad}/index.html`), tokens)
    await expectSame((bad) => ask(own, '/index.html', { headers: { host: `${bad}.${domain}` } }), tokens)
  })

  test('for a tenant that lost the plan or was suspended, at once', async () => {
    await using api = await startTestApi({ store: bucket.store })
    const { key, domain: name, organizationId } = api.tenant
    const { jobId } = (await api.send('/v1/static-export/jobs', { key, body: { domain: name } })).body
    const place = { pool: api.database.pool, store: bucket.store, key: `${bucket.prefix}${jobId}` }
    await publishBundle(place, jobId, [{ path: 'index.html', bytes: Buffer.from('x') }])
    const { previewUrl } = (await api.send(`/v1/static-export/jobs/${jobId}/preview`, { key })).body
    const { pathname } = new URL(previewUrl)
    expect(await ask(api, pathname)).toMatchObject({ status: 200 })
    await setPlan(api.database.db, organizationId, 'pro', operator)
    expect(await ask(api, pathname)).toMatchObject({ status: 404 })
    await setPlan(api.database.db, organizationId, 'enterprise', operator)
    await api.database.pool.query('update organization set suspended_at = now() where id = $1', [organizationId])
    expect(await ask(api, pathname)).toMatchObject({ status: 404 })
  })
})

test.each(['/../../healthz', '/%2e%2e/%2e%2e/healthz'])(
  '%s climbs out of no preview on a name of its own',
  async (path) => {
    const { status, body } = await ask(own, path, { headers: { host: `${token}.${domain}` } })
    expect([status, body.toString()]).toEqual([404, '<h1>Not here</h1>'])
  },
)

test('a host below the name for previews serves nothing of the API, and the API no preview below a path', async () => {
  const host = `${token}.${domain}`
  expect((await ask(own, '/healthz', { headers: { host } })).body.toString()).toBe('<h1>Not here</h1>')
  expect(await ask(own, '/healthz')).toMatchObject({ status: 200 })
  expect((await ask(own, `/preview/${token}/`)).headers['content-type']).toBe('application/json')
})

test('the address of a preview stands in no log', async () => {
  await ask(shared, `/preview/${token}/`)
  expect(shared.logged.join()).toContain('getPreview')
  expect(shared.logged.join()).not.toContain(token)
})
