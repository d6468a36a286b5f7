import { exportJob, startExport } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant, type Tenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { addDomain } from '../../core/domains/add-domain.ts'
import { removeDomain } from '../../core/domains/remove-domain.ts'
import { overrideProof } from '../../core/domains/verify-domain.ts'
import { makeKey } from '../../core/keys/key-format.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { setLimit } from '../../core/organizations/change-organization.ts'

const path = '/v1/static-export/jobs'
let api: TestApi
let tenant: Tenant
beforeAll(async () => {
  api = await startTestApi({ limits: { exportStartsPerHour: 10_000 } })
  tenant = api.tenant
})
afterAll(() => api[Symbol.asyncDispose]())

const start = (body: object, headers: Record<string, string> = {}, key = tenant.key) =>
  api.send(path, { key, body, headers })

async function countExports(): Promise<number> {
  const { rows } = await api.database.pool.query('select count(*)::int from export')
  return rows[0].count
}

test.each(refusalsOf(startExport))('$status $promise', ({ run }) =>
  run(api, (key) => api.send(path, { key, body: { domain: 'nobody.example.com' } })),
)

describe('202', () => {
  test('the whole queued job, where to poll it and when', async () => {
    const answer = await start({ domain: tenant.domain, ref: 'v1', version: 'one' })
    expect(answer.status).toBe(202)
    const job = exportJob.parse(answer.body)
    expect(job).toMatchObject({ domain: tenant.domain, status: 'queued', progress: 0, version: 'one', commit: null })
    expect(answer.headers.get('location')).toBe(`${path}/${job.jobId}`)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(api.enqueued).toContain(job.jobId)
  })

  test('what is asked for of bad pages goes with the job', async () => {
    const { body } = await start({ domain: tenant.domain, pages: 'strict' })
    expect(body).toMatchObject({ errors: 0, warnings: 0 })
    const { rows } = await api.database.pool.query('select requested_page_rule from export where id = $1', [body.jobId])
    expect(rows).toEqual([{ requested_page_rule: 'strict' }])
  })

  test('the paths that are asked for go with the job', async () => {
    const { body } = await start({ domain: tenant.domain, paths: ['guides/install', '/'] })
    const { rows } = await api.database.pool.query('select requested_paths from export where id = $1', [body.jobId])
    expect(rows).toEqual([{ requested_paths: ['guides/install', '/'] }])
  })

  test('a domain is the same in capital letters', async () => {
    expect((await start({ domain: tenant.domain.toUpperCase() })).body.domain).toBe(tenant.domain)
  })

  test('who started it, and from where, is in the audit', async () => {
    const { body } = await start({ domain: tenant.domain }, { 'x-request-id': 'audit-1' })
    const { rows } = await api.database.pool.query('select * from audit where target = $1', [body.jobId])
    expect(rows).toMatchObject([
      { action: 'export.start', address: '127.0.0.1', request_id: 'audit-1', outcome: 'done' },
    ])
    expect(rows[0].actor).toMatch(/^key:key_/)
  })

  test('the same Idempotency-Key and body give the first answer again, and use no quota', async () => {
    const { organizationId, domain, key } = await makeTenant(api.database.db)
    await setLimit(api.database.db, organizationId, { name: 'exportStartsPerHour', value: 1 }, operator)
    const headers = { 'idempotency-key': 'a' }
    const first = await start({ domain, version: 'x' }, headers, key)
    const second = await start({ version: 'x', domain }, headers, key)
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  test('one Idempotency-Key in two organizations is two keys', async () => {
    const other = await makeTenant(api.database.db)
    const headers = { 'idempotency-key': 'shared' }
    const ours = await start({ domain: tenant.domain }, headers)
    const theirs = await start({ domain: other.domain }, headers, other.key)
    expect([ours.status, theirs.status]).toEqual([202, 202])
  })

  test('a refused request leaves its Idempotency-Key free', async () => {
    const headers = { 'idempotency-key': 'retry' }
    expectRefusal(await start({ domain: 'nobody.example.com' }, headers), 'domain_not_found')
    expect((await start({ domain: tenant.domain }, headers)).status).toBe(202)
  })

  test('a key of a day ago is a new key', async () => {
    const headers = { 'idempotency-key': 'old' }
    const first = await start({ domain: tenant.domain }, headers)
    await api.database.pool.query(`update idempotency set created_at = now() - interval '24 hours' where key = 'old'`)
    const second = await start({ domain: tenant.domain, version: 'other' }, headers)
    expect(second.status).toBe(202)
    expect(second.body.jobId).not.toBe(first.body.jobId)
  })
})

describe('400', () => {
  test.each([
    ['no body', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['no domain', {}],
    ['a number', { domain: 1 }],
    ['a scheme', { domain: 'https://docs.example.com' }],
    ['an unknown field', { domain: 'docs.example.com', colour: 'red' }],
    ['a field of the prototype', '{"domain":"docs.example.com","__proto__":{}}'],
    ['another rule for pages', { domain: 'docs.example.com', pages: 'loose' }],
    ['no paths', { domain: 'docs.example.com', paths: [] }],
    ['an API key as a path', { domain: 'docs.example.com', paths: [`guides/${makeKey()}`] }],
    ['a path with a query', { domain: 'docs.example.com', paths: ['a?b'] }],
    ['an impossible ref', { domain: 'docs.example.com', ref: '-x' }],
    ['a NUL in a ref', { domain: 'docs.example.com', ref: 'a\u0000' }],
  ])('%s', async (_what, body) => {
    const answer = await api.send(path, { key: tenant.key, body, headers: { 'content-type': 'application/json' } })
    expectRefusal(answer, 'invalid_request')
    expect(answer.body.details[0].path).toMatch(/^body/)
  })

  test('each unknown field is named', async () => {
    const { body } = await start({ domain: tenant.domain, colour: 1, shape: 2 })
    expect(body.details.map((detail: { path: string }) => detail.path)).toEqual(['body.colour', 'body.shape'])
  })

  test('what is no JSON', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    expectRefusal(await api.send(path, { key: tenant.key, body: '{"domain":', headers }), 'malformed_json')
  })

  test.each(['', 'a b', 'x'.repeat(256)])('the Idempotency-Key %j', async (key) => {
    expectRefusal(await start({ domain: tenant.domain }, { 'idempotency-key': key }), 'invalid_request')
  })

  test('an API key as Idempotency-Key, which would be stored', async () => {
    const answer = await start({ domain: tenant.domain }, { 'idempotency-key': tenant.key })
    expectRefusal(answer, 'invalid_request')
    expect(answer.text).not.toContain(tenant.key)
  })
})

describe('404', () => {
  test('a domain that nobody has, and one of another organization, to the byte', async () => {
    const other = await makeTenant(api.database.db)
    const headers = { 'x-request-id': 'same' }
    const foreign = await start({ domain: other.domain }, headers)
    expectRefusal(foreign, 'domain_not_found')
    expect((await start({ domain: 'nobody.example.com' }, headers)).text).toBe(foreign.text)
  })

  test('a domain of a project that the key may not use', async () => {
    const { domain } = await tenant.makeProject()
    const { key } = await tenant.makeKey({ projectIds: [tenant.projectId] })
    expect((await start({ domain: tenant.domain }, {}, key)).status).toBe(202)
    expectRefusal(await start({ domain }, {}, key), 'domain_not_found')
  })

  test('a domain that was removed', async () => {
    const { domain } = await tenant.makeProject()
    await removeDomain(api.database.db, operatorScope, domain, operator)
    expectRefusal(await start({ domain }), 'domain_not_found')
  })
})

describe('409', () => {
  test('twenty requests with one key at once make one job; the others replay it or are told to wait', async () => {
    const before = await countExports()
    const requests = Array.from({ length: 20 }, () => start({ domain: tenant.domain }, { 'idempotency-key': 'race' }))
    const answers = await Promise.all(requests)
    expect(await countExports()).toBe(before + 1)
    const ids = answers.filter(({ status }) => status === 202).map(({ body }) => body.jobId)
    expect(new Set(ids).size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 202)) expectRefusal(answer, 'idempotency_in_flight')
  })

  test('a domain that is claimed and not verified, whoever else has it, until it is', async () => {
    const { db } = api.database
    const [ours, theirs] = [await makeTenant(db), await makeTenant(db)]
    const claim = (name: string) =>
      addDomain(db, operatorScope, { projectId: ours.projectId, name, mode: 'verified' }, operator, defaultLimits)
    await claim(theirs.domain)
    await claim('free-of-all.example.com')
    const headers = { 'x-request-id': 'same', 'idempotency-key': 'claimed' }
    const answers = []
    for (const domain of [theirs.domain, 'free-of-all.example.com']) {
      const answer = await start({ domain }, headers, ours.key)
      expectRefusal(answer, 'domain_not_verified')
      answers.push(answer.text.replaceAll(domain, ''))
    }
    expect(answers[1]).toBe(answers[0])
    expect((await start({ domain: theirs.domain }, {}, theirs.key)).status).toBe(202)
    await overrideProof(db, { organizationId: ours.organizationId }, { name: theirs.domain }, operator)
    expect((await start({ domain: theirs.domain }, headers, ours.key)).status).toBe(202)
    expectRefusal(await start({ domain: theirs.domain }, {}, theirs.key), 'domain_not_verified')
  })

  test('a claim is refused after the quota, and uses none of it', async () => {
    const { db } = api.database
    const { organizationId, projectId, domain, key } = await makeTenant(db)
    const name = `claimed-${domain}`
    await addDomain(db, operatorScope, { projectId, name, mode: 'verified' }, operator, defaultLimits)
    await setLimit(db, organizationId, { name: 'exportStartsPerHour', value: 1 }, operator)
    expectRefusal(await start({ domain: name }, {}, key), 'domain_not_verified')
    expect((await start({ domain }, {}, key)).status).toBe(202)
    expectRefusal(await start({ domain: name }, {}, key), 'quota_exceeded')
  })

  test('while the first is still being answered', async () => {
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tenant.organizationId} held`])
      expectRefusal(await start({ domain: tenant.domain }, { 'idempotency-key': 'held' }), 'idempotency_in_flight')
    } finally {
      // Also after a failure: the database cannot be closed under a connection that is out.
      await client.query('rollback')
      client.release()
    }
  })
})

describe('413', () => {
  const large = JSON.stringify({ domain: 'a'.repeat(70_000) })

  test('a body over 64 KiB, announced', async () => {
    expectRefusal(await api.send(path, { key: tenant.key, body: large }), 'body_too_large')
  })

  test('a body over 64 KiB, in chunks', async () => {
    const answer = await fetch(api.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    await answer.text()
  })
})

describe('415', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])('%s', async (type) => {
    const answer = await api.send(path, { key: tenant.key, body: '{}', headers: { 'content-type': type } })
    expectRefusal(answer, 'unsupported_media_type')
  })
})

describe('422', () => {
  test('the same Idempotency-Key with another body', async () => {
    const headers = { 'idempotency-key': 'mismatch' }
    await start({ domain: tenant.domain }, headers)
    expectRefusal(await start({ domain: tenant.domain, version: 'b' }, headers), 'idempotency_mismatch')
  })
})

describe('429', () => {
  test('a limit larger than any count is a limit too', async () => {
    const { organizationId, domain, key } = await makeTenant(api.database.db)
    const limit = { name: 'exportStartsPerHour', value: Number.MAX_SAFE_INTEGER } as const
    await setLimit(api.database.db, organizationId, limit, operator)
    expect((await start({ domain }, {}, key)).status).toBe(202)
  })

  test('of many starts at once exactly the quota passes, and what was refused used none', async () => {
    const { organizationId, domain, key } = await makeTenant(api.database.db)
    await setLimit(api.database.db, organizationId, { name: 'exportStartsPerHour', value: 3 }, operator)
    const answers = await Promise.all(Array.from({ length: 8 }, () => start({ domain }, {}, key)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status !== 202)) expectRefusal(answer, 'quota_exceeded')
    const { rows } = await api.database.pool.query('select used from quota where subject = $1 and name = $2', [
      organizationId,
      'export starts',
    ])
    expect(rows).toEqual([{ used: 3 }])
  })
})
