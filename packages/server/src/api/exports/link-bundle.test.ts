import { createBundle, exportBundle } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeExport, failExport } from '../../../testing/api/end-export.ts'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { publishBundle } from '../../../testing/api/publish-bundle.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { openTestStore, type TestStore } from '../../../testing/storage/open-test-store.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { createDeltaStorage } from '../../core/exports/bundles/store-delta.ts'
import { expireExport } from '../../core/exports/cleanup/expire-export.ts'
import { linkHostedBundle } from '../../core/hosting/link-hosted-bundle.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { setLimit } from '../../core/organizations/change-organization.ts'
import { organizationPrefix } from '../../storage/object-keys.ts'

const jobs = '/v1/static-export/jobs'
const missing = 'se_0000000000000000'
let api: TestApi
let bucket: TestStore
beforeAll(async () => {
  bucket = openTestStore()
  api = await startTestApi({ store: bucket.store })
})
const organizations: string[] = []
afterAll(async () => {
  for (const id of organizations) await bucket.store.deletePrefix(organizationPrefix(id))
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

  test('with an earlier export that has no bundle, or is of another project', async () => {
    const job = await startJob(completeExport)
    for (const since of [await startJob(), await startJob(failExport), await startElsewhere()]) {
      expectRefusal(await bundle(job, { body: { since } }), 'export_not_comparable')
    }
  })
})

describe('deltas', () => {
  const deltasOf = async (prefix: string) => (await Array.fromAsync(bucket.store.list(prefix))).length

  /** A tenant that may make so many deltas, its exports in the order of their start, and what is requested of it. */
  async function makeExports(count: number, deltasPerHour = 600) {
    const tenant = await makeTenant(api.database.db, defaultLimits)
    await setLimit(api.database.db, tenant.organizationId, { name: 'deltasPerHour', value: deltasPerHour }, operator)
    const ids: string[] = []
    for (let at = 0; at < count; at++) {
      const { body } = await api.send(jobs, { key: tenant.key, body: { domain: tenant.domain } })
      const place = { pool: api.database.pool, store: bucket.store, key: `${bucket.prefix}${body.jobId}` }
      await publishBundle(place, body.jobId, [{ path: 'index.html', bytes: Buffer.from(`v${at}`), page: 'index.mdx' }])
      ids.push(body.jobId)
    }
    const { key, domain, organizationId } = tenant
    organizations.push(organizationId)
    const request = (id: string | undefined, since: string | undefined) => bundle(id ?? '', { key, body: { since } })
    const makeCurrent = (id: string | undefined) =>
      api.database.pool.query('update domain set current_export = $1 where name = $2', [id, domain])
    return { ids, request, makeCurrent, countDeltas: () => deltasOf(organizationPrefix(organizationId)) }
  }

  test('lead from an older export to a newer one, or to the current one from any', async () => {
    const { ids, request, makeCurrent, countDeltas } = await makeExports(3)
    const [first, second, third] = ids
    expect((await request(second, first)).body).toMatchObject({ jobId: second, since: first })
    for (const since of [second, third]) {
      const refused = await request(first, since)
      expectRefusal(refused, 'export_not_comparable')
      expect(refused.body.error).toContain(`${since} is newer than ${first}, which is not current.`)
    }
    expect(await countDeltas()).toBe(2)
    await makeCurrent(first)
    expect((await request(first, third)).body).toMatchObject({ jobId: first, since: third })
  })

  test('beyond the quota lead to the whole bundle, and one that is stored costs nothing', async () => {
    const { ids, request, makeCurrent } = await makeExports(3, 1)
    const [first, second, third] = ids
    const made = await request(second, first)
    expect(made.body.since).toBe(first)
    expect((await request(second, first)).body.sha256).toBe(made.body.sha256)
    const whole = await request(third, first)
    const { body } = await request(third, undefined)
    expect(whole.status).toBe(200)
    expect(whole.body).toMatchObject({ jobId: third, since: null, sha256: body.sha256, sizeBytes: body.sizeBytes })
    await makeCurrent(third)
    expect((await request(third, first)).body.since).toBeNull()
    const host = { actor: operator, domain: await domainOf(third), exportId: third ?? '', since: first }
    expect(await linkHostedBundle(hostDeps(), host)).toMatchObject({ jobId: third, since: first })
  })
})

async function domainOf(id: string | undefined): Promise<string> {
  return (await api.database.pool.query('select domain from export where id = $1', [id])).rows[0].domain
}

const hostDeps = () => {
  const { store } = bucket
  const { db } = api.database
  return { db, store, linkLifetimeSeconds: 60, storeDelta: createDeltaStorage(store), limits: defaultLimits }
}

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
