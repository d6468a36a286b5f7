import { createHostedBundle, exportBundle, hostedPage, routes } from '@bindery/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant, type Tenant } from '../../../testing/api/make-tenant.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { endRunning, endWithin, plantRunning } from '../../../testing/core/exports/plant-publications.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { addDomain } from '../../core/domains/add-domain.ts'
import { removeDomain } from '../../core/domains/remove-domain.ts'
import { overrideProof } from '../../core/domains/verify-domain.ts'
import { createHostKey } from '../../core/hosting/create-host-key.ts'
import { listHostKeys } from '../../core/hosting/list-host-keys.ts'
import { revokeHostKey } from '../../core/hosting/revoke-host-key.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { suspend } from '../../core/organizations/change-organization.ts'

const path = '/v1/hosting/domains'
let api: TestApi
let key: string
beforeAll(async () => {
  api = await startTestApi()
  key = (await makeHostKey()).key
})
afterAll(() => api[Symbol.asyncDispose]())

const makeHostKey = () => createHostKey(api.database.db, { name: 'edge', expiresInDays: null }, operator)
const complete = async (tenant: Tenant = api.tenant) =>
  endRunning(api.database.db, await plantRunning(api.database.pool, tenant))

async function list(query = '', headers: Record<string, string> = {}) {
  const answer = await api.send(`${path}${query}`, { key, headers })
  expect(answer.status, answer.text).toBe(200)
  return hostedPage.parse(answer.body)
}
const link = (domain: string, body: object, as = key) => api.send(`${path}/${domain}/bundle`, { key: as, body })

/** Every domain, over as many pages as it takes, and where changes go on. */
async function listAll(limit = 1000) {
  const seen = new Map<string, string | null>()
  let page = await list(`?limit=${limit}`)
  for (;;) {
    for (const { domain, jobId } of page.domains) seen.set(domain, jobId)
    if (!page.more) return { seen, cursor: page.nextCursor, total: page.total }
    page = await list(`?limit=${limit}&cursor=${page.nextCursor}`)
  }
}

test('a host key opens these two operations and none of the administrative API', async () => {
  const ids = { jobId: 'se_0000000000000000', projectId: api.tenant.projectId, domain: api.tenant.domain }
  for (const route of routes) {
    const address = route.path.replace(/\{(\w+)\}/g, (_, name) => Object(ids)[name] ?? 'x')
    const sent = route.method === 'post' ? { method: 'POST', body: {} } : {}
    expectRefusal(await api.send(address, { key, ...sent }), 'invalid_key')
  }
})

test('no key of an organization opens them, whatever its rights', async () => {
  const { key: readOnly } = await api.tenant.makeKey({ scopes: ['read'] })
  for (const wrong of [api.tenant.key, readOnly, undefined, 'bnd_nonsense']) {
    const code = wrong === undefined ? 'missing_key' : 'invalid_key'
    expectRefusal(await api.send(path, { key: wrong }), code)
    const body = { jobId: 'se_0000000000000000' }
    expectRefusal(await api.send(`${path}/${api.tenant.domain}/bundle`, { key: wrong, body }), code)
  }
})

test('of a key only its hash is stored; a revoked one, or one past its time, is refused at once', async () => {
  const made = await makeHostKey()
  const [stored] = (await listHostKeys(api.database.db)).filter(({ id }) => id === made.id)
  const { rows } = await api.database.pool.query('select host_key::text as row from host_key where id = $1', [made.id])
  expect(rows[0].row).not.toContain(made.key)
  expect(made.key.startsWith(stored?.prefix ?? '-')).toBe(true)
  expect((await api.send(path, { key: made.key })).status).toBe(200)
  await api.database.pool.query('update host_key set expires_at = now() where id = $1', [made.id])
  expectRefusal(await api.send(path, { key: made.key }), 'expired_key')
  await revokeHostKey(api.database.db, made.id, operator)
  expectRefusal(await api.send(path, { key: made.key }), 'revoked_key')
})

test('pages hold every proven domain of every organization once, with its current export', async () => {
  const other = await makeTenant(api.database.db)
  const mine = await complete()
  const theirs = await complete(other)
  const { projectId, domain: bare } = await api.tenant.makeProject()
  await addDomain(
    api.database.db,
    operatorScope,
    { projectId, name: 'claim.example.com', mode: 'verified' },
    operator,
    defaultLimits,
  )
  for (const limit of [2, 1000]) {
    const { seen, total } = await listAll(limit)
    expect(seen.get(api.tenant.domain)).toBe(mine)
    expect(seen.get(other.domain)).toBe(theirs)
    expect(seen.get(bare)).toBeNull()
    expect(seen.has('claim.example.com')).toBe(false)
    expect(seen.size).toBe(total)
  }
})

test('a domain that changes hands has no current export until its new owner publishes', async () => {
  const [former, owner] = [await makeTenant(api.database.db), await makeTenant(api.database.db)]
  const { domain } = former
  const old = await complete(former)
  await addDomain(
    api.database.db,
    owner,
    { projectId: owner.projectId, name: domain, mode: 'verified' },
    operator,
    defaultLimits,
  )
  const { cursor } = await listAll()
  await overrideProof(api.database.db, owner, { name: domain }, operator)
  expect((await list(`?cursor=${cursor}`)).domains).toContainEqual({ domain, jobId: null })
  expect((await listAll()).seen.get(domain)).toBeNull()
  expectRefusal(await link(domain, { jobId: old }), 'export_not_found')
  // What the former owner still exports reaches no host.
  await complete(former)
  expect((await listAll()).seen.get(domain)).toBeNull()
  const published = await complete({ ...owner, domain })
  expect((await listAll()).seen.get(domain)).toBe(published)
})

test('from where a list ended the next one names what has changed since, and waits for it', async () => {
  const { cursor } = await listAll()
  const waiting = list(`?cursor=${cursor}`, { prefer: 'wait=20' })
  const id = await complete()
  const page = await waiting
  expect(page.domains).toContainEqual({ domain: api.tenant.domain, jobId: id })
  const next = await list(`?cursor=${page.nextCursor}`)
  expect(next.domains.length).toBeLessThanOrEqual(page.domains.length)
})

test('a transaction that ends after a later one is not missed', async () => {
  const other = await makeTenant(api.database.db)
  const slow = await plantRunning(api.database.pool, api.tenant)
  const trx = await api.database.db.startTransaction().execute()
  let { cursor } = await listAll()
  try {
    await endWithin(trx, slow)
    const quick = await complete(other)
    const page = await list(`?cursor=${cursor}`)
    expect(page.domains).toContainEqual({ domain: other.domain, jobId: quick })
    expect(page.domains).not.toContainEqual({ domain: api.tenant.domain, jobId: slow })
    cursor = page.nextCursor
  } finally {
    await trx.commit().execute()
  }
  expect((await list(`?cursor=${cursor}`)).domains).toContainEqual({ domain: api.tenant.domain, jobId: slow })
})

test('what is removed, or of a suspended organization, is not counted, so that hosts list anew', async () => {
  const other = await makeTenant(api.database.db)
  const { domain } = await other.makeProject()
  const before = await listAll()
  expect(before.seen.has(domain)).toBe(true)
  await removeDomain(api.database.db, operatorScope, domain, operator)
  // Also when it went before anybody waited.
  const startedAt = performance.now()
  expect(await list(`?cursor=${before.cursor}`, { prefer: 'wait=20' })).toMatchObject({ total: before.total - 1 })
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect((await listAll()).total).toBe(before.total - 1)
  await suspend(api.database.db, other.organizationId, true, operator)
  const after = await listAll()
  expect(after.total).toBe(before.total - 2)
  expect(after.seen.has(other.domain)).toBe(false)
  expectRefusal(await link(other.domain, { jobId: 'se_0000000000000000' }), 'domain_not_found')
})

test('a cursor of a later time than the database has leads to the whole list', async () => {
  const page = await list('?cursor=9999999999.0.')
  expect(page.domains.length).toBe(page.total)
})

test('a link leads to the current export of the domain, and to no other', async () => {
  const earlier = await complete()
  const id = await complete()
  const answer = await link(api.tenant.domain.toUpperCase(), { jobId: id })
  expect(exportBundle.parse(answer.body)).toMatchObject({ jobId: id, sha256: 'a'.repeat(64) })
  const other = await makeTenant(api.database.db)
  const theirs = await complete(other)
  for (const jobId of [earlier, theirs]) {
    expectRefusal(await link(api.tenant.domain, { jobId }), 'export_not_found')
  }
  expectRefusal(await link(api.tenant.domain, { jobId: id, since: theirs }), 'export_not_found')
  expectRefusal(await link('nowhere.example.com', { jobId: id }), 'domain_not_found')
  const audit = 'select actor from audit where organization_id = $1 and target = $2 and action = $3'
  const { rows } = await api.database.pool.query(audit, [api.tenant.organizationId, id, 'export.link-bundle'])
  expect(rows).toEqual([{ actor: expect.stringMatching(/^host:hk_/) }])
})

test.each(['limit=0', 'limit=1001', 'cursor=..', 'colour=red'])('400 for the query %s', async (query) => {
  expectRefusal(await api.send(`${path}?${query}`, { key }), 'invalid_request')
})

test.each([
  ['invalid_request', {}],
  ['invalid_request', { jobId: 'se_0000000000000000', path: '/etc/passwd' }],
  ['body_too_large', { jobId: 'a'.repeat(70_000) }],
] as const)('%s for a wrong body, before any look-up', async (code, body) => {
  expectRefusal(await link('nowhere.example.com', body), code)
  expect(createHostedBundle.errors).toContain(code)
})
