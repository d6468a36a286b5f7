import { getExportFile } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failExport } from '../../../testing/api/end-export.ts'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { publishBundle } from '../../../testing/api/publish-bundle.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { openTestStore } from '../../../testing/storage/open-test-store.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { expireExport } from '../../core/exports/cleanup/expire-export.ts'

const jobs = '/v1/static-export/jobs'
const missing = 'se_0000000000000000'
const content = '<script>alert(1)</script> café'
const bucket = openTestStore()
let api: TestApi
let published: string

beforeAll(async () => {
  api = await startTestApi({ store: bucket.store })
  published = await startJob()
  const place = { pool: api.database.pool, store: bucket.store, key: `${bucket.prefix}bundle` }
  await publishBundle(place, published, [
    { path: 'a/b c é.html', bytes: Buffer.from(content), page: 'a.mdx' },
    { path: 'empty.txt', bytes: Buffer.alloc(0) },
    { path: 'large.bin', bytes: Buffer.alloc(3_000_000, 'x') },
  ])
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await bucket.close()
})

async function startJob(): Promise<string> {
  return (await api.send(jobs, { key: api.tenant.key, body: { domain: api.tenant.domain } })).body.jobId
}

const file = (id: string, path: string, sent: object = {}) =>
  api.send(`${jobs}/${id}/files/${path}`, { key: api.tenant.key, ...sent })

test.each(refusalsOf(getExportFile))('$status $promise', ({ run }) =>
  run(api, (key) => api.send(`${jobs}/${missing}/files/index.html`, { key })),
)

describe('200', () => {
  test.each(['a/b%20c%20%C3%A9.html', 'a%2Fb%20c%20%C3%A9.html'])('%s is one file of the export', async (path) => {
    const answer = await file(published, path)
    expect([answer.status, answer.text]).toEqual([200, content])
  })

  test('no browser would run it here, and it can be checked', async () => {
    const { headers } = await file(published, 'a/b%20c%20%C3%A9.html')
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe('attachment')
    expect(headers.get('repr-digest')).toMatch(/^sha-256=:[A-Za-z0-9+/]{43}=:$/)
  })

  test('a file without a byte, and one of three megabytes', async () => {
    expect((await file(published, 'empty.txt')).text).toBe('')
    expect((await file(published, 'large.bin')).text.length).toBe(3_000_000)
  })
})

describe('404', () => {
  test.each(['nothing.html', 'a', 'a%2F..%2Fempty.txt', '%00', '%ff', 'manifest.json', 'zzz'])('%s', async (path) => {
    expectRefusal(await file(published, path), 'file_not_found')
  })

  test("another organization's export and one that never was, to the byte", async () => {
    const { key } = await makeTenant(api.database.db)
    const headers = { 'x-request-id': 'same' }
    const foreign = await file(published, 'empty.txt', { key, headers })
    expectRefusal(foreign, 'export_not_found')
    expect((await file(missing, 'empty.txt', { key, headers })).text).toBe(foreign.text)
  })
})

describe('409', () => {
  test('before the export has completed, and after it failed', async () => {
    const id = await startJob()
    expectRefusal(await file(id, 'empty.txt'), 'export_not_completed')
    await failExport(api.database.pool, id)
    expectRefusal(await file(id, 'empty.txt'), 'export_failed')
  })
})

describe('410', () => {
  test('once the time of its files is over', async () => {
    await expireExport(api.database.db, published, operator, { withdraw: true })
    expectRefusal(await file(published, 'empty.txt'), 'export_expired')
  })
})
