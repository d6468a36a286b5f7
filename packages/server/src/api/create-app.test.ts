import { problemBody } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/api/expect-refusal.ts'
import { startTestApi, type TestApi } from '../../testing/api/start-test-api.ts'
import { createTestDatabase } from '../../testing/db/create-test-database.ts'
import { operatorScope } from '../core/access/scope.ts'
import { operator } from '../core/audit/record-audit.ts'
import { makeKey } from '../core/keys/key-format.ts'
import { revokeKey } from '../core/keys/revoke-key.ts'

const jobs = '/v1/static-export/jobs'
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

describe('every answer', () => {
  test.each(['/openapi.json', '/healthz', '/readyz', '/nothing', jobs])(
    '%s carries the common headers',
    async (path) => {
      const { headers } = await api.send(path)
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('ratelimit')).toMatch(/^"failures";r=\d+;t=\d+$/)
      expect(headers.get('ratelimit-policy')).toBe('"failures";q=1000;w=60')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  test('a plain request id of the caller is kept, any other replaced', async () => {
    const idFor = async (id: string) =>
      (await api.send('/healthz', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await idFor('build-17.a_b')).toBe('build-17.a_b')
    for (const odd of ['a b', 'x'.repeat(65), '"><script>', api.tenant.key]) {
      expect(await idFor(odd)).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('over https browsers are told to stay there', async () => {
    await using secure = await startTestApi({ database: api.database, publicUrl: 'https://docs.example.com/bindery/' })
    const answer = await secure.send(jobs, { key: secure.tenant.key, body: { domain: secure.tenant.domain } })
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=/)
    expect(answer.headers.get('location')).toBe(`/bindery${jobs}/${answer.body.jobId}`)
  })

  test('one line of the log says who did what, and never with which key', async () => {
    const { key } = api.tenant
    await api.send(`${jobs}?limit=1`, { key, headers: { 'x-request-id': 'line-1', cookie: 'canary=1' } })
    const lines = api.logged.filter((line) => line.includes('line-1'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ operation: 'listExports', status: 200, requestId: 'line-1' })
    expect(api.logged.join('')).not.toMatch(new RegExp(`${key.slice(4)}|canary`))
  })
})

test('the description names the address of this installation, without a slash at its end', async () => {
  await using own = await startTestApi({ database: api.database, publicUrl: 'https://docs.example.com/bindery/' })
  const { servers } = (await own.send('/openapi.json')).body as { servers: { url: string }[] }
  expect(servers.map(({ url }) => url)).toEqual(['https://docs.example.com/bindery'])
})

describe('a path that is not there', () => {
  test('is a page for a browser, and JSON for everybody else and below the API', async () => {
    const showMissingPage = async () => new Response('<h1>Page not found</h1>', { status: 404 })
    await using both = await startTestApi({ database: api.database, showMissingPage })
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    expect((await both.send('/nowhere', { headers: { accept } })).text).toBe('<h1>Page not found</h1>')
    expectRefusal(await both.send('/nowhere'), 'route_not_found')
    expectRefusal(await both.send('/v1/nowhere', { headers: { accept } }), 'route_not_found')
    expectRefusal(await both.send('/nowhere', { method: 'POST', headers: { accept } }), 'route_not_found')
  })
})

describe('errors', () => {
  test('name the field, and what is allowed in its place', async () => {
    const start = (body: object) => api.send(jobs, { key: api.tenant.key, body })
    expect((await start({})).body.error).toBe('`domain` is required.')
    const unknown = await start({ domain: api.tenant.domain, brnch: 'main' })
    expect(unknown.body.error).toMatch(/^`brnch` is unknown; allowed: domain, .*\bref\b/)
    expect(unknown.body.details).toMatchObject([{ path: 'body.brnch' }])
    const empty = await api.send(`/v2/agent/${api.tenant.projectId}/job`, { key: api.tenant.key, body: { prompt: '' } })
    expect(empty.body.error).toBe('`prompt` must not be empty.')
  })

  test('come as RFC 9457 to who asks for it, without a status member', async () => {
    const answer = await api.send(jobs, { headers: { accept: 'application/problem+json' } })
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(problemBody.parse(answer.body)).toMatchObject({ code: 'missing_key' })
  })

  test('405 says what is allowed, 404 where to look', async () => {
    const wrong = await api.send(jobs, { method: 'DELETE' })
    expectRefusal(wrong, 'method_not_allowed')
    expect(wrong.headers.get('allow')).toBe('HEAD, GET, POST')
    const post = await api.send('/healthz', { method: 'POST' })
    expect(post.headers.get('allow')).toBe('HEAD, GET')
    for (const path of ['/v1/nothing', `${jobs}/`, '/']) expectRefusal(await api.send(path), 'route_not_found')
  })

  test.each(['Basic abc', 'Bearer', 'bnd_x', 'Bearer a b'])(
    'Authorization: %s is no key at all',
    async (authorization) => {
      expectRefusal(await api.send(jobs, { headers: { authorization } }), 'missing_key')
    },
  )

  test('while the database is away the answer is 503 with Retry-After, and readyz says so', async () => {
    const database = await createTestDatabase()
    await using lonely = await startTestApi({ database })
    const { key } = lonely.tenant
    await database.close()
    const answer = await lonely.send(jobs, { key })
    expectRefusal(answer, 'unavailable')
    expect(answer.headers.get('retry-after')).toBe('5')
    expect((await lonely.send('/readyz')).status).toBe(503)
    expect((await lonely.send('/healthz')).status).toBe(200)
  })
})

describe('keys', () => {
  test('revoked on one process, refused by the other on its next request', async () => {
    await using second = await startTestApi({ database: api.database })
    const { id, key } = await api.tenant.makeKey()
    for (const one of [api, second]) expect((await one.send(jobs, { key })).status).toBe(200)
    await revokeKey(api.database.db, operatorScope, id, operator)
    for (const one of [second, api]) expectRefusal(await one.send(jobs, { key }), 'revoked_key')
  })

  test('a forged X-Forwarded-For opens nothing; one from a trusted proxy counts', async () => {
    const { key } = await api.tenant.makeKey({ addresses: ['203.0.113.7'] })
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expectRefusal(await api.send(jobs, { key, headers }), 'address_not_allowed')
    await api.send(jobs, { key, headers: { forwarded: 'for=203.0.113.7' } })
    expect(api.logged.filter((line) => line.includes('BINDERY_TRUSTED_PROXIES=127.0.0.1/32'))).toHaveLength(1)
    await using proxied = await startTestApi({ database: api.database, trustedProxies: ['127.0.0.0/8'] })
    expect((await proxied.send(jobs, { key, headers })).status).toBe(200)
    const forged = { 'x-forwarded-for': '203.0.113.7, 198.51.100.1' }
    expectRefusal(await proxied.send(jobs, { key, headers: forged }), 'address_not_allowed')
  })

  test('last use and address are written, outside the request', async () => {
    await using tracked = await startTestApi({ database: api.database })
    const { id, key } = await api.tenant.makeKey()
    await tracked.send(jobs, { key })
    await tracked[Symbol.asyncDispose]()
    const { rows } = await api.database.pool.query(
      'select last_used_at, last_used_address from api_key where id = $1',
      [id],
    )
    expect(rows[0].last_used_address).toBe('127.0.0.1')
    expect(Date.now() - rows[0].last_used_at).toBeLessThan(60_000)
  })

  test('who guesses too often is stopped, and a key that just worked from there is not', async () => {
    await using guarded = await startTestApi({ database: api.database, failedAuthenticationsPerMinute: 3 })
    const { key } = guarded.tenant
    const codes: string[] = []
    expect((await guarded.send(jobs, { key })).status).toBe(200)
    // The counts begin anew with each minute, hence more tries than one limit.
    for (let i = 0; i < 8; i++) codes.push((await guarded.send(jobs, { key: makeKey() })).body.code)
    expect(codes).toContain('too_many_failures')
    expectRefusal(await guarded.send(jobs, { key: makeKey() }), 'too_many_failures')
    expect((await guarded.send(jobs, { key })).status).toBe(200)
  })
})
