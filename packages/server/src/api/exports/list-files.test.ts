import { exportFilePage, listExportFiles } from '@bindery/contract'
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
const bucket = openTestStore()
let api: TestApi
let published: string

beforeAll(async () => {
  api = await startTestApi({ store: bucket.store })
  published = await startJob()
  const place = { pool: api.database.pool, store: bucket.store, key: `${bucket.prefix}bundle` }
  const pages = Array.from({ length: 2_500 }, (_, n) => ({
    path: `p/${n}.html`,
    bytes: Buffer.from(`page ${n}`),
    page: `p/${n}.mdx`,
  }))
  await publishBundle(place, published, [...pages, { path: 'style.css', bytes: Buffer.from('a{}') }])
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await bucket.close()
})

async function startJob(): Promise<string> {
  return (await api.send(jobs, { key: api.tenant.key, body: { domain: api.tenant.domain } })).body.jobId
}

const files = (id: string, query = '', sent: object = {}) =>
  api.send(`${jobs}/${id}/files${query}`, { key: api.tenant.key, ...sent })

test.each(refusalsOf(listExportFiles))('$status $promise', ({ run }) =>
  run(api, (key) => api.send(`${jobs}/${missing}/files`, { key })),
)

describe('200', () => {
  test.each([7, 999, 1_000])('pages of %i name every file once, in the order of their paths', async (limit) => {
    const seen: string[] = []
    let cursor: string | null = '0'
    // The first pages are enough for the small limit: 358 requests would prove no more.
    for (let pages = 0; cursor !== null && pages < 30; pages++) {
      const answer = await files(published, `?limit=${limit}&cursor=${cursor}`)
      const page = exportFilePage.parse(answer.body)
      seen.push(...page.files.map(({ path }) => path))
      cursor = page.nextCursor
    }
    expect(seen).toEqual([...new Set(seen)].sort())
    expect(seen.length).toBe(limit === 7 ? 210 : 2_501)
  })

  test('a file has its size, digest, type and page', async () => {
    const { body } = await files(published, '?limit=2&cursor=2499')
    expect(body).toMatchObject({
      files: [
        { path: 'p/999.html', size: 8, type: 'text/html; charset=utf-8', page: 'p/999.mdx' },
        { path: 'style.css', size: 3, page: null },
      ],
      nextCursor: null,
    })
  })

  test('past the end there is nothing', async () => {
    expect((await files(published, '?cursor=999999999')).body).toEqual({ files: [], nextCursor: null })
  })
})

describe('400', () => {
  test.each(['?limit=0', '?limit=1001', '?cursor=x', '?colour=red'])('%s', async (query) => {
    expectRefusal(await files(missing, query), 'invalid_request')
  })
})

describe('404', () => {
  test("another organization's export and one that never was, to the byte", async () => {
    const { key } = await makeTenant(api.database.db)
    const headers = { 'x-request-id': 'same' }
    const foreign = await files(published, '', { key, headers })
    expectRefusal(foreign, 'export_not_found')
    expect((await files(missing, '', { key, headers })).text).toBe(foreign.text)
  })
})

describe('409', () => {
  test('before the export has completed, and after it failed', async () => {
    const id = await startJob()
    expectRefusal(await files(id), 'export_not_completed')
    await failExport(api.database.pool, id)
    expectRefusal(await files(id), 'export_failed')
  })
})

describe('410', () => {
  test('once the time of its files is over', async () => {
    await expireExport(api.database.db, published, operator, { withdraw: true })
    expectRefusal(await files(published), 'export_expired')
  })
})
