import { cancelExport, exportJob } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeExport, failExport } from '../../../testing/api/end-export.ts'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'

const jobs = '/v1/static-export/jobs'
const missing = 'se_0000000000000000'
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function startJob(end?: typeof completeExport): Promise<string> {
  const { body } = await api.send(jobs, { key: api.tenant.key, body: { domain: api.tenant.domain } })
  await end?.(api.database.pool, body.jobId)
  return body.jobId
}

const cancel = (id: string, sent: object = {}) =>
  api.send(`${jobs}/${id}/cancel`, { key: api.tenant.key, method: 'POST', ...sent })

test.each(refusalsOf(cancelExport))('$status $promise', ({ run }) =>
  run(api, (key) => api.send(`${jobs}/${missing}/cancel`, { key, method: 'POST' })),
)

describe('200', () => {
  test('the job is failed with cancelled, and the engine is told', async () => {
    const id = await startJob()
    const answer = await cancel(id)
    expect(answer.status).toBe(200)
    expect(exportJob.parse(answer.body)).toMatchObject({ jobId: id, status: 'failed', errorCode: 'cancelled' })
    expect(api.cancelled).toContain(id)
  })

  test('cancelling again answers the same, and is in the audit once', async () => {
    const id = await startJob()
    const [first, second] = await Promise.all([cancel(id), cancel(id)])
    expect(second!.text).toBe(first!.text)
    const text = 'select actor from audit where target = $1 and action = $2'
    expect((await api.database.pool.query(text, [id, 'export.cancel'])).rowCount).toBe(1)
  })
})

describe('400, 413, 415', () => {
  test.each([
    ['invalid_request', { body: { colour: 1 } }],
    ['malformed_json', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['body_too_large', { body: { a: 'a'.repeat(70_000) } }],
    ['unsupported_media_type', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ] as const)('%s, before any look-up', async (code, sent) => {
    expectRefusal(await cancel(missing, sent), code)
  })
})

describe('404', () => {
  test("another organization's export and one that never was, to the byte; and it goes on", async () => {
    const { key } = await makeTenant(api.database.db)
    const headers = { 'x-request-id': 'same' }
    const id = await startJob()
    const foreign = await cancel(id, { key, headers })
    expectRefusal(foreign, 'export_not_found')
    expect((await cancel(missing, { key, headers })).text).toBe(foreign.text)
    expect((await api.send(`${jobs}/${id}`, { key: api.tenant.key })).body.status).toBe('queued')
  })

  test('an export of a project that the key may not use', async () => {
    const { projectId } = await api.tenant.makeProject()
    const { key } = await api.tenant.makeKey({ projectIds: [projectId] })
    expectRefusal(await cancel(await startJob(), { key }), 'export_not_found')
  })
})

describe('409', () => {
  test('after the export has completed or failed by itself', async () => {
    expectRefusal(await cancel(await startJob(completeExport)), 'export_ended')
    expectRefusal(await cancel(await startJob(failExport)), 'export_ended')
  })
})
