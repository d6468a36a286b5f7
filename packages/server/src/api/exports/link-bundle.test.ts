import { createBundle, exportBundle } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeExport, failExport } from '../../../testing/api/end-export.ts'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { openTestStore, type TestStore } from '../../../testing/storage/open-test-store.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { expireExport } from '../../core/exports/cleanup/expire-export.ts'

const jobs = '/v1/static-export/jobs'
const missing = 'se_0000000000000000'
let api: TestApi
let bucket: TestStore
beforeAll(async () => {
  bucket = openTestStore()
  api = await startTestApi({ store: bucket.store })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await bucket.close()
})

async function startJob(end?: typeof completeExport, domain = api.tenant.domain): Promise<string> {
  const { body } = await api.send(jobs, { key: api.tenant.key, body: { domain } })
  await end?.(api.database.pool, body.jobId)
  return body.jobId
}

const bundle = (id: string, sent: object = {}) =>
  api.send(`${jobs}/${id}/bundle`, { key: api.tenant.key, method: 'POST', ...sent })

test.each(refusalsOf(createBundle))('$status $promise', ({ run }) =>
  run(api, (key) => api.send(`${jobs}/${missing}/bundle`, { key, method: 'POST' })),
)

describe('200', () => {
  test('a link for an hour, with size and digest, that Helm does not split', async () => {
    const answer = await bundle(await startJob(completeExport))
    expect(answer.status).toBe(200)
    const { bundleUrl, expiresAt, sizeBytes } = exportBundle.parse(answer.body)
    expect(bundleUrl).not.toMatch(/[,{}\\]/)
    expect(sizeBytes).toBe(5_000_000_000)
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_500_000)
  })

  test('a key that may only read gets one, and each is in the audit', async () => {
    const id = await startJob(completeExport)
    const { key } = await api.tenant.makeKey({ scopes: ['read'] })
    await bundle(id, { key })
    await bundle(id)
    const text = 'select action from audit where target = $1 and action = $2'
    expect((await api.database.pool.query(text, [id, 'export.link-bundle'])).rowCount).toBe(2)
  })

  test.each([
    ['no body', {}],
    ['no body, but a content type', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['an empty object', { body: {} }],
  ])('with %s', async (_what, sent) => {
    expect((await bundle(await startJob(completeExport), sent)).status).toBe(200)
  })

  test('no link is ever logged', async () => {
    await bundle(await startJob(completeExport))
    expect(api.logged.join('')).not.toMatch(/X-Amz-Signature=(?!\[redacted)/)
  })
})

describe('400, 413, 415', () => {
  test.each([
    ['invalid_request', { body: { colour: 1 } }],
    ['invalid_request', { body: { since: 'yesterday' } }],
    ['malformed_json', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['body_too_large', { body: { a: 'a'.repeat(70_000) } }],
    ['unsupported_media_type', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ] as const)('%s, before any look-up', async (code, sent) => {
    expectRefusal(await bundle(missing, sent), code)
  })
})

describe('404', () => {
  test("another organization's export and one that never was, to the byte", async () => {
    const { key } = await makeTenant(api.database.db)
    const headers = { 'x-request-id': 'same' }
    const foreign = await bundle(await startJob(completeExport), { key, headers })
    expectRefusal(foreign, 'export_not_found')
    expect((await bundle(missing, { key, headers })).text).toBe(foreign.text)
  })

  test('an earlier export that never was, before the state of the job is looked at', async () => {
    expectRefusal(await bundle(await startJob(), { body: { since: missing } }), 'export_not_found')
  })

  test("an earlier export of a project that is not the key's", async () => {
    const { key } = await api.tenant.makeKey({ projectIds: [api.tenant.projectId] })
    const since = await startElsewhere()
    const job = await startJob(completeExport)
    expectRefusal(await bundle(job, { key, body: { since } }), 'export_not_found')
  })
})

describe('409', () => {
  test('before the export has completed, and after it failed', async () => {
    expectRefusal(await bundle(await startJob()), 'export_not_completed')
    expectRefusal(await bundle(await startJob(failExport)), 'export_failed')
  })

  test('a published export without its archive: the delta is not there yet, and when to ask again', async () => {
    const [since, job] = [await startJob(completeExport), await startJob()]
    await api.database.pool.query(
      `update export set status = 'running', published_at = now(), head_key = 'head' where id = $1`,
      [job],
    )
    const answer = await bundle(job, { body: { since } })
    expectRefusal(answer, 'delta_not_ready')
    expect(answer.headers.get('retry-after')).toBe('2')
    expectRefusal(await bundle(job), 'export_not_completed')
    expectRefusal(await bundle(job, { body: { since: await startElsewhere() } }), 'export_not_comparable')
  })

  test('with an earlier export that has no bundle, or is of another project', async () => {
    const job = await startJob(completeExport)
    for (const since of [await startJob(), await startJob(failExport), await startElsewhere()]) {
      expectRefusal(await bundle(job, { body: { since } }), 'export_not_comparable')
    }
  })
})

/** A completed export of another project of the same organization. */
async function startElsewhere(): Promise<string> {
  const { domain } = await api.tenant.makeProject()
  return startJob(completeExport, domain)
}

describe('410', () => {
  test('once the time of its files is over, and until then no link outlives them', async () => {
    const id = await startJob(completeExport)
    await api.database.pool.query(`update export set retained_until = now() + interval '10 minutes' where id = $1`, [
      id,
    ])
    const { body } = await bundle(id)
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(600_000)
    await expireExport(api.database.db, id, operator, { withdraw: true })
    expectRefusal(await bundle(id), 'export_expired')
    const job = await api.send(`${jobs}/${id}`, { key: api.tenant.key })
    expect(Date.parse(job.body.retainedUntil)).toBeLessThanOrEqual(Date.now())
  })
})
