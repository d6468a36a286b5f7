import {
  currentExport,
  getCurrentExport,
  listPublications,
  pinDomain,
  publicationPage,
  publishExport,
  rollBack,
  rollBackResult,
  unpinDomain,
} from '@bindery/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant, type Tenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { endRunning, plantRunning } from '../../../testing/core/exports/plant-publications.ts'

const missing = 'se_0000000000000000'
let api: TestApi
let tenant: Tenant
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  tenant = await makeTenant(api.database.db)
})
afterAll(() => api[Symbol.asyncDispose]())

type Headers = Record<string, string>
const at = (operation: string, domain = tenant.domain) => `/v1/domains/${domain}/${operation}`
const current = (headers: Headers = {}, key = tenant.key) => api.send(at('current'), { key, headers })
const post = (operation: string, body: object = {}, headers: Headers = {}) =>
  api.send(at(operation), { key: tenant.key, body, headers })
const complete = async (wanted?: Parameters<typeof plantRunning>[2]) =>
  endRunning(api.database.db, await plantRunning(api.database.pool, tenant, wanted))
const channel = () => `domain:${tenant.organizationId}:${tenant.domain}`

describe.each([
  [getCurrentExport, undefined],
  [listPublications, undefined],
  [publishExport, { jobId: missing }],
  [rollBack, {}],
  [pinDomain, {}],
  [unpinDomain, {}],
] as const)('$operation', (route, body) => {
  const path = (domain: string) => route.path.replace('{domain}', domain)

  test.each(refusalsOf(route))('$status $promise', ({ run }) =>
    run(api, (key) => api.send(path('nowhere.example.com'), { key, ...(body && { body }) })),
  )

  test('404 for a domain that another organization has, or a project the key may not use, as for one that never was', async () => {
    const other = await makeTenant(api.database.db)
    const { projectId } = await tenant.makeProject()
    const { key: narrow } = await tenant.makeKey({ projectIds: [projectId] })
    const send = (domain: string, key = tenant.key) => api.send(path(domain), { key, ...(body && { body }) })
    const answers = [await send('nowhere.example.com'), await send(other.domain), await send(tenant.domain, narrow)]
    for (const answer of answers) expectRefusal(answer, 'domain_not_found')
    expect(new Set(answers.map((answer) => answer.body.error)).size).toBe(1)
  })
})

describe('the current export', () => {
  test('is there before there is one, and changes its ETag with each publication and pin', async () => {
    const tags: (string | null)[] = []
    const look = async () => {
      const answer = await current()
      tags.push(answer.headers.get('etag'))
      return currentExport.parse(answer.body)
    }
    expect(await look()).toMatchObject({ jobId: null, publishedAt: null, pin: null })
    const id = await complete({ startedAt: -2 })
    expect(await look()).toMatchObject({ domain: tenant.domain, jobId: id, version: `v-${id}`, pin: null })
    await post('pin', { reason: 'the launch' })
    expect(await look()).toMatchObject({ jobId: id, pin: { reason: 'the launch' } })
    await post('unpin')
    expect(await look()).toMatchObject({ pin: null })
    expect(new Set(tags).size).toBe(4)
    expect((await current({ 'if-none-match': tags.at(-1) ?? '' })).status).toBe(304)
    expect((await api.send(at('current', tenant.domain.toUpperCase()), { key: tenant.key })).body.jobId).toBe(id)
  })

  test.each(['an export that completes', 'a roll back', 'a pin'])(
    'with Prefer: wait the response comes with %s',
    async (what) => {
      await complete({ startedAt: -3 })
      await complete({ startedAt: -2 })
      const running = await plantRunning(api.database.pool, tenant)
      const etag = (await current()).headers.get('etag') ?? ''
      const began = api.nextWait(channel())
      const { key } = await tenant.makeKey({ scopes: ['read'] })
      const waiting = current({ prefer: 'wait=30', 'if-none-match': etag }, key)
      await began
      if (what === 'a pin') await post('pin')
      else if (what === 'a roll back') await post('rollback')
      else await endRunning(api.database.db, running)
      const answer = await waiting
      expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'wait=30'])
      expect(answer.headers.get('etag')).not.toBe(etag)
    },
  )

  test('only so many of one key wait at once', async () => {
    await using small = await startTestApi({ database: api.database, waits: { perCaller: 1 } })
    const path = `/v1/domains/${small.tenant.domain}/current`
    const ask = () => small.send(path, { key: small.tenant.key, headers: { prefer: 'wait=30' } })
    const began = small.nextWait(`domain:${small.tenant.organizationId}:${small.tenant.domain}`)
    const waiting = ask()
    await began
    expectRefusal(await ask(), 'rate_limited')
    await endRunning(api.database.db, await plantRunning(api.database.pool, small.tenant))
    expect((await waiting).body.jobId).not.toBeNull()
  })

  test('is in the list of domains, and is what a host finds that can take no delta', async () => {
    const [first, second] = [await complete({ startedAt: -2 }), await complete({ startedAt: -1 })]
    await complete({ ref: 'next' })
    const list = (query: string) =>
      api.send(`/v1/static-export/jobs?domain=${tenant.domain}&${query}`, { key: tenant.key })
    const newest = async () => (await list('status=completed&limit=1')).body
    expect(await newest()).toMatchObject({ jobs: [{ jobId: second }], nextCursor: null })
    await post('rollback')
    expect((await newest()).jobs).toMatchObject([{ jobId: first }])
    await post('pin')
    const domains = await api.send('/v1/domains', { key: tenant.key })
    expect(domains.body.domains).toMatchObject([{ currentJobId: first, pinned: true }])
    // Any other list is what it was: all there are, newest first.
    expect((await list('status=completed&limit=2')).body.jobs).toHaveLength(2)
    expect((await list('status=completed')).body.jobs).toHaveLength(3)
  })

  test('a host that can take no delta finds none while there are only exports of other branches', async () => {
    await complete({ ref: 'next' })
    const path = `/v1/static-export/jobs?domain=${tenant.domain}&status=completed&limit=1`
    expect((await api.send(path, { key: tenant.key })).body).toEqual({ jobs: [], nextCursor: null })
  })
})

describe('changes', () => {
  test('publish and roll back respond with what is current, and the history has all of it', async () => {
    const [first, second] = [await complete({ startedAt: -2 }), await complete({ ref: 'next' })]
    expect(currentExport.parse((await post('publish', { jobId: second })).body).jobId).toBe(second)
    expect((await post('rollback')).body.jobId).toBe(first)
    expect((await post('rollback', { jobId: second, pin: 'for the fair' })).body).toMatchObject({
      jobId: second,
      pin: { reason: 'for the fair', pinnedBy: expect.stringMatching(/^key:key_/) },
    })
    const page = async (query: string) =>
      publicationPage.parse((await api.send(`${at('publications')}${query}`, { key: tenant.key })).body)
    const { publications, nextCursor } = await page('?limit=3')
    expect(publications.map(({ jobId, cause }) => [jobId, cause])).toEqual([
      [second, 'rollback'],
      [first, 'rollback'],
      [second, 'publish'],
    ])
    const rest = await page(`?cursor=${nextCursor}`)
    expect(rest).toMatchObject({ publications: [{ jobId: first, cause: 'export' }], nextCursor: null })
  })

  test('a roll back names the replaced export, and one to the live content is refused', async () => {
    const good = await complete({ startedAt: -4, content: 'good' })
    const bad = await complete({ startedAt: -3, content: 'bad' })
    const live = await complete({ startedAt: -2, content: 'bad' })
    expectRefusal(await post('rollback', { jobId: bad }), 'rollback_changes_nothing')
    const result = rollBackResult.parse((await post('rollback')).body)
    expect(result).toMatchObject({ jobId: good, replaced: { jobId: live }, pageChanges: null })
    expectRefusal(await post('rollback'), 'nothing_to_roll_back_to')
  })

  test('a roll back that is sent twice with one Idempotency-Key goes back once', async () => {
    const ids = [
      await complete({ startedAt: -3 }),
      await complete({ startedAt: -2 }),
      await complete({ startedAt: -1 }),
    ]
    const headers = { 'idempotency-key': 'back' }
    const [once, again] = [await post('rollback', {}, headers), await post('rollback', {}, headers)]
    expect([once.body.jobId, again.body.jobId, again.headers.get('idempotency-replayed')]).toEqual([
      ids[1],
      ids[1],
      'true',
    ])
    expectRefusal(await post('rollback', { jobId: ids[0] }, headers), 'idempotency_mismatch')
  })

  test.each([
    ['publish', { jobId: missing }, 'export_not_found'],
    ['publish', {}, 'invalid_request'],
    ['publish', { jobId: missing, colour: 'red' }, 'invalid_request'],
    ['rollback', {}, 'nothing_to_roll_back_to'],
    ['pin', {}, 'nothing_published'],
    ['pin', { reason: `bnd_${'a'.repeat(36)}` }, 'invalid_request'],
    ['pin', { reason: 'two\nlines' }, 'invalid_request'],
  ] as const)('%s with %j is refused as %s', async (operation, body, code) => {
    expectRefusal(await post(operation, body), code)
  })
})
