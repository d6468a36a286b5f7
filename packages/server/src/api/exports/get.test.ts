import { exportJob, getExport } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeExport } from '../../../testing/api/end-export.ts'
import { spellings } from '../../../testing/api/etag-spellings.ts'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { type Answer, startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { revokeKey } from '../../core/keys/revoke-key.ts'

const jobs = '/v1/static-export/jobs'
const missing = 'se_0000000000000000'
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function startJob(): Promise<string> {
  const { body } = await api.send(jobs, { key: api.tenant.key, body: { domain: api.tenant.domain } })
  return body.jobId
}

const get = (id: string, headers: Record<string, string> = {}, key = api.tenant.key) =>
  api.send(`${jobs}/${id}`, { key, headers })

const progress = (id: string, percent: number) =>
  api.database.pool.query(`update export set status = 'running', progress = $2 where id = $1`, [id, percent])

test.each(refusalsOf(getExport))('$status $promise', ({ run }) =>
  run(api, (key) => api.send(`${jobs}/${missing}`, { key })),
)

describe('200', () => {
  test('the job, its ETag, and when to come back until it has ended', async () => {
    const id = await startJob()
    const running = await get(id)
    expect(exportJob.parse(running.body)).toMatchObject({ jobId: id, status: 'queued' })
    expect(running.headers.get('retry-after')).toBe('2')
    await completeExport(api.database.pool, id)
    const ended = await get(id)
    expect(exportJob.parse(ended.body)).toMatchObject({ status: 'completed', progress: 100 })
    expect(ended.headers.get('retry-after')).toBeNull()
    expect(ended.headers.get('etag')).not.toBe(running.headers.get('etag'))
  })

  test('an unknown query parameter does not disturb a poll', async () => {
    expect((await get(`${await startJob()}?colour=red`)).status).toBe(200)
  })

  test('HEAD says the same without the body', async () => {
    const id = await startJob()
    const head = await api.send(`${jobs}/${id}`, { key: api.tenant.key, method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers.get('etag')).toBe((await get(id)).headers.get('etag'))
  })
})

describe('200 with Prefer: wait', () => {
  test('the answer comes when the job changes', async () => {
    const id = await startJob()
    const { headers } = await get(id)
    const began = api.nextWait(id)
    const waiting = get(id, { prefer: 'wait=30', 'if-none-match': headers.get('etag')! })
    await began
    await progress(id, 40)
    const answer = await waiting
    expect(answer.body).toMatchObject({ status: 'running', progress: 40 })
    expect(answer.headers.get('preference-applied')).toBe('wait=30')
  })

  test('a caller who is behind does not wait', async () => {
    const id = await startJob()
    const { headers } = await get(id)
    await progress(id, 10)
    const answer = await get(id, { prefer: 'wait=30', 'if-none-match': headers.get('etag')! })
    expect(answer.body.progress).toBe(10)
  })

  test('a job that has ended is answered at once', async () => {
    const id = await startJob()
    await completeExport(api.database.pool, id)
    expect((await get(id, { prefer: 'respond-async, wait=30' })).body.status).toBe('completed')
  })

  test('only so many of one key and one address wait at once; whoever leaves makes room', async () => {
    const waits = { perCaller: 2, perAddress: 3, inAll: 10 }
    await using small = await startTestApi({ database: api.database, waits, trustedProxies: ['127.0.0.0/8'] })
    const { body } = await small.send(jobs, { key: small.tenant.key, body: { domain: small.tenant.domain } })
    const path = `${jobs}/${body.jobId}`
    const ask = (key: string, address: string) =>
      small.send(path, { key, headers: { prefer: 'wait=30', 'x-forwarded-for': address } })
    const begin = async (key: string, address: string) => {
      const began = small.nextWait(body.jobId)
      const waiting = ask(key, address)
      await began
      return { waiting }
    }
    const { key } = small.tenant
    const { key: second } = await small.tenant.makeKey()
    const begun = [await begin(key, '198.51.100.1'), await begin(key, '198.51.100.1')]
    const refused = await ask(key, '198.51.100.2')
    expectRefusal(refused, 'rate_limited')
    expect(refused.body.error).toContain('2 requests of this API key wait for a job already')
    begun.push(await begin(second, '198.51.100.1'))
    expect((await ask(second, '198.51.100.1')).body.error).toContain('3 requests of this address wait')
    begun.push(await begin(second, '198.51.100.2'))
    // Without the preference it is a poll like any other.
    expect((await small.send(path, { key })).status).toBe(200)
    await progress(body.jobId, 10)
    for (const { waiting } of begun) expect((await waiting).body.progress).toBe(10)
    await expect.poll(() => small.waits.size).toBe(0)
    const leaving = new AbortController()
    const began = small.nextWait(body.jobId)
    const headers = { authorization: `Bearer ${key}`, prefer: 'wait=30' }
    const left = fetch(small.url + path, { headers, signal: leaving.signal }).catch(() => 'left')
    await began
    expect(small.waits.size).toBe(1)
    leaving.abort()
    expect(await left).toBe('left')
    await expect.poll(() => small.waits.size).toBe(0)
  })

  test('a lost listening connection wakes who waits, and the next change is heard again', async () => {
    const id = await startJob()
    const began = api.nextWait(id)
    const first = get(id, { prefer: 'wait=30' })
    await began
    await api.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bindery-watch' and datname = current_database()`,
    )
    expect((await first).status).toBe(200)
    await listening()
    const again = api.nextWait(id)
    const second = get(id, { prefer: 'wait=30' })
    await again
    await progress(id, 20)
    expect((await second).body.progress).toBe(20)
  })

  test('a key that is revoked meanwhile gets nothing', async () => {
    const id = await startJob()
    const made = await api.tenant.makeKey()
    const began = api.nextWait(id)
    const waiting = get(id, { prefer: 'wait=30' }, made.key)
    await began
    await revokeKey(api.database.db, operatorScope, made.id, operator)
    await progress(id, 30)
    expectRefusal(await waiting, 'revoked_key')
  })

  test('with until=ended it comes when the job has ended, whatever changes before', async () => {
    const id = await startJob()
    const began = api.nextWait(id)
    const waiting = get(id, { prefer: 'wait=30, until=ended', 'if-none-match': '"an old one"' })
    await began
    for (const percent of [10, 20, 30]) {
      const again = api.nextWait(id)
      await progress(id, percent)
      await again
    }
    await completeExport(api.database.pool, id)
    const answer = await waiting
    expect(answer.body.status).toBe('completed')
    expect(answer.headers.get('preference-applied')).toBe('wait=30, until=ended')
  })

  test('with until=ended a job that goes on is shown as it is after the time', async () => {
    const id = await startJob()
    expect((await get(id, { prefer: 'wait=1, until=ended' })).body.status).toBe('queued')
  })

  test('nothing changed in time: the job as it is', async () => {
    const id = await startJob()
    expect((await get(id, { prefer: 'wait=1' })).body.status).toBe('queued')
  })
})

async function listening(): Promise<void> {
  const text = `select from pg_stat_activity where application_name = 'bindery-watch' and query = 'listen job_changed' and datname = current_database()`
  while ((await api.database.pool.query(text)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('304', () => {
  test('while nothing changed, without a body, also for a weak or listed ETag', async () => {
    const id = await startJob()
    const etag = (await get(id)).headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get(id, { 'if-none-match': known })
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag])
    }
    await progress(id, 5)
    expect((await get(id, { 'if-none-match': etag })).status).toBe(200)
  })

  test.each(spellings)('only the ETag as it was sent is known: %s', async (_, spell) => {
    const id = await startJob()
    const etag = (await get(id)).headers.get('etag')!
    const { status, body, headers } = await get(id, { 'if-none-match': spell(etag) })
    expect([status, body?.jobId, headers.get('etag')]).toEqual([200, id, etag])
  })
})

describe('404', () => {
  const odd = ['x', `${missing}0`, 'se_%00', '%E0%A4%A', '..%2f..', 'se_ffffffffffffffff']

  test("another organization's job, a job that never was and any nonsense answer the same bytes", async () => {
    const other = await makeTenant(api.database.db)
    const headers = { 'x-request-id': 'same' }
    const foreign = await get(await startJob(), headers, other.key)
    expectRefusal(foreign, 'export_not_found')
    for (const id of odd) expect(sameAside(await get(id, headers, other.key))).toEqual(sameAside(foreign))
  })

  test('a job of a project that the key may not use', async () => {
    const { projectId } = await api.tenant.makeProject()
    const { key } = await api.tenant.makeKey({ projectIds: [projectId] })
    expectRefusal(await get(await startJob(), {}, key), 'export_not_found')
  })
})

/** All of an answer but the clock and the count of requests. */
function sameAside({ status, text, headers }: Answer): unknown {
  const kept = [...headers].filter(([name]) => !['date', 'ratelimit'].includes(name))
  return { status, text, kept }
}
