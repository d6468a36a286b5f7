import { agentJob, cancelAgentJob } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { agentJobStates, missingAgentJob, plantJob } from '../../../testing/api/plant-agent-jobs.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const cancel = (id: string, sent: object = {}, projectId = api.tenant.projectId) =>
  api.send(`/v2/agent/${projectId}/job/${id}/cancel`, { key: api.tenant.key, method: 'POST', ...sent })

test.each(refusalsOf(cancelAgentJob))('$status $promise', ({ run }) =>
  run(api, (key) => cancel(missingAgentJob, { key }, 'prj_0000000000000000')),
)

describe('200', () => {
  test('the job is failed with cancelled, and the engine is told', async () => {
    const id = await plantJob(api, agentJobStates.active)
    const answer = await cancel(id)
    expect(answer.status).toBe(200)
    expect(agentJob.parse(answer.body)).toMatchObject({ id, status: 'failed', errorCode: 'cancelled' })
    expect(api.cancelled).toContain(`${id}:t1`)
  })

  test('the transcript says so', async () => {
    const id = await plantJob(api, agentJobStates.active)
    await cancel(id)
    const { body } = await api.send(`/v2/agent/${api.tenant.projectId}/job/${id}/events`, { key: api.tenant.key })
    expect(body.events.at(-1)).toMatchObject({ kind: 'ended', body: { status: 'failed', errorCode: 'cancelled' } })
  })

  test('cancelling again answers the same, and is in the audit once', async () => {
    const id = await plantJob(api, agentJobStates.active)
    const [first, second] = await Promise.all([cancel(id), cancel(id)])
    expect(second!.text).toBe(first!.text)
    const text = 'select actor from audit where target = $1 and action = $2'
    expect((await api.database.pool.query(text, [id, 'agent-job.cancel'])).rowCount).toBe(1)
  })
})

describe('400, 413, 415', () => {
  test.each([
    ['invalid_request', { body: { colour: 1 } }],
    ['malformed_json', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['body_too_large', { body: { a: 'a'.repeat(70_000) } }],
    ['unsupported_media_type', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ] as const)('%s, before any look-up', async (code, sent) => {
    expectRefusal(await cancel(missingAgentJob, sent), code)
  })
})

describe('404', () => {
  test("another organization's job, a missing one and another project's, to the byte; and it stays as it was", async () => {
    const id = await plantJob(api, agentJobStates.active)
    const { key } = await makeTenant(api.database.db)
    const { projectId } = await api.tenant.makeProject()
    const headers = { 'x-request-id': 'same' }
    const foreign = await cancel(id, { key, headers })
    expectRefusal(foreign, 'agent_job_not_found')
    expect((await cancel(missingAgentJob, { headers })).text).toBe(foreign.text)
    expect((await cancel(id, { headers }, projectId)).text).toBe(foreign.text)
    const { body } = await api.send(`/v2/agent/${api.tenant.projectId}/job/${id}`, { key: api.tenant.key })
    expect(body.status).toBe('active')
  })

  test('a job of a project that the key may not use', async () => {
    const { projectId } = await api.tenant.makeProject()
    const { key } = await api.tenant.makeKey({ projectIds: [projectId] })
    expectRefusal(await cancel(await plantJob(api, agentJobStates.active), { key }), 'agent_job_not_found')
  })
})

describe('409', () => {
  test.each([
    ['completed', 'agent_job_ended'],
    ['failed', 'agent_job_ended'],
    ['archived', 'agent_job_archived'],
  ] as const)('a job that is %s', async (status, code) => {
    expectRefusal(await cancel(await plantJob(api, agentJobStates[status])), code)
  })
})
