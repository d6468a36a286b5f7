import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../testing/api/make-tenant.ts'
import { publishBundle } from '../../testing/api/publish-bundle.ts'
import { startTestApi, type TestApi } from '../../testing/api/start-test-api.ts'
import { openTestStore } from '../../testing/storage/open-test-store.ts'
import { exportReportKey } from '../storage/object-keys.ts'
import { Downloads } from './downloads.ts'

const jobs = '/v1/static-export/jobs'
const bucket = openTestStore()
// More than the buffers of a connection take.
const size = 20 * 1024 * 1024
let api: TestApi
let impatient: TestApi
let exportId: string
let key: string
let preview: string

beforeAll(async () => {
  const limits = { perCaller: 2, perOrganization: 3, perAddress: 100, inAll: 100 }
  api = await startTestApi({ store: bucket.store, downloads: new Downloads(limits) })
  impatient = await startTestApi({ store: bucket.store, database: api.database, downloads: new Downloads(limits, 300) })
  key = api.tenant.key
  exportId = await publish(key, api.tenant.domain)
  const report = Buffer.alloc(size, '"report" ')
  await bucket.store.putBytes(exportReportKey(api.tenant.organizationId, exportId), report)
  const { body } = await api.send(`${jobs}/${exportId}/preview`, { key })
  preview = new URL(body.previewUrl).pathname
})
afterAll(async () => {
  await bucket.store.deletePrefix(`org/${api.tenant.organizationId}/`)
  await impatient[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
  await bucket.close()
})

async function publish(owner: string, domain: string): Promise<string> {
  const { jobId } = (await api.send(jobs, { key: owner, body: { domain } })).body
  const place = { pool: api.database.pool, store: bucket.store, key: `${bucket.prefix}${jobId}` }
  await publishBundle(place, jobId, [
    { path: 'index.html', bytes: Buffer.from('<h1>Home</h1>') },
    { path: 'large.bin', bytes: Buffer.alloc(size) },
  ])
  return jobId
}

interface Reader extends Disposable {
  response: IncomingMessage
}

/** A request whose reader takes nothing. */
async function readSlowly(path: string, bearer = key, { url } = api): Promise<Reader> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url + path, { headers: { authorization: `Bearer ${bearer}` } }, resolve)
      .on('error', reject)
      .end()
  })
  response.on('error', () => {})
  return { response, [Symbol.dispose]: () => response.destroy() }
}

const file = () => `${jobs}/${exportId}/files/large.bin`

test('an organization and its keys have so many files, reports and previews open, and no more', async () => {
  const other = await makeTenant(api.database.db)
  const { key: second } = await api.tenant.makeKey()
  using readers = new DisposableStack()
  for (const path of [file(), `${jobs}/${exportId}/report`]) {
    expect(readers.use(await readSlowly(path)).response.statusCode).toBe(200)
  }
  const refused = await api.send(file(), { key })
  expectRefusal(refused, 'rate_limited')
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(refused.body.error).toContain('2 requests of this API key download files already')

  expect(readers.use(await readSlowly(`${preview}large.bin`)).response.statusCode).toBe(200)
  const full = await api.send(file(), { key: second })
  expectRefusal(full, 'rate_limited')
  expect(full.body.error).toContain('3 requests of this organization')
  const page = await api.send(`${preview}index.html`)
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '5'])

  const theirs = await publish(other.key, other.domain)
  expect((await api.send(`${jobs}/${theirs}/files/large.bin`, { key: other.key })).text.length).toBe(size)
  readers.dispose()
  await expect.poll(() => api.downloads.size).toBe(0)
  expect((await api.send(file(), { key })).text.length).toBe(size)
})

test('slow readers of one preview leave those of another tenant their places', async () => {
  using readers = new DisposableStack()
  for (let at = 0; at < 2; at++) readers.use(await readSlowly(`${preview}large.bin`))
  expect((await api.send(`${preview}index.html`)).status).toBe(429)
  const other = await makeTenant(api.database.db)
  const { body } = await api.send(`${jobs}/${await publish(other.key, other.domain)}/preview`, { key: other.key })
  expect((await api.send(new URL(body.previewUrl).pathname)).status).toBe(200)
})

test.each([
  ['a file', file],
  ['a report', () => `${jobs}/${exportId}/report`],
  ['a preview', () => `${preview}large.bin`],
])('%s that is read too slowly is cut off', async (_what, path) => {
  using reader = await readSlowly(path(), key, impatient)
  expect(impatient.downloads.size).toBe(1)
  await expect.poll(() => impatient.downloads.size, { timeout: 5_000 }).toBe(0)
  const received = await Array.fromAsync(reader.response).catch(() => 'cut')
  expect(received).toBe('cut')
})

test('a file that cannot be read is an error, not the beginning of a response', async () => {
  const damaged = await publish(key, api.tenant.domain)
  await bucket.store.deletePrefix(`${bucket.prefix}${damaged}`)
  const answer = await api.send(`${jobs}/${damaged}/files/large.bin`, { key })
  expect(answer.status).toBeGreaterThanOrEqual(500)
  await expect.poll(() => api.downloads.size).toBe(0)
})
