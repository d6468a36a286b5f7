import { agentJob, unarchiveAgentJob } from '@bindery/contract'
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

const unarchive = (id: string, sent: object = {}, projectId = api.tenant.projectId) =>
  api.send(`/v2/agent/${projectId}/job/${id}/unarchive`, { key: api.tenant.key, method: 'POST', ...sent })

test.each(refusalsOf(unarchiveAgentJob))('$status $promise', ({ run }) =>
  run(api, (key) => unarchive(missingAgentJob, { key }, 'prj_0000000000000000')),
)

describe('200', () => {
  test.each(['completed', 'failed'] as const)('a %s job that was archived is the same again', async (status) => {
    const id = await plantJob(api, agentJobStates[status])
    const path = `/v2/agent/${api.tenant.projectId}/job/${id}`
    const before = (await api.send(path, { key: api.tenant.key })).body
    await api.send(`${path}/archive`, { key: api.tenant.key, method: 'POST' })
    const answer = await unarchive(id)
    expect(answer.status).toBe(200)
    expect(agentJob.parse(answer.body)).toEqual(before)
  })
})

describe('400, 413, 415', () => {
  test.each([
    ['invalid_request', { body: { colour: 1 } }],
    ['malformed_json', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['body_too_large', { body: { a: 'a'.repeat(70_000) } }],
    ['unsupported_media_type', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ] as const)('%s, before any look-up', async (code, sent) => {
    expectRefusal(await unarchive(missingAgentJob, sent), code)
  })
})

describe('404', () => {
  test("another organization's job, a missing one and another project's, to the byte; and it stays as it was", async () => {
    const id = await plantJob(api, agentJobStates.archived)
    const { key } = await makeTenant(api.database.db)
    const { projectId } = await api.tenant.makeProject()
    const headers = { 'x-request-id': 'same' }
    const foreign = await unarchive(id, { key, headers })
    expectRefusal(foreign, 'agent_job_not_found')
    expect((await unarchive(missingAgentJob, { headers })).text).toBe(foreign.text)
    expect((await unarchive(id, { headers }, projectId)).text).toBe(foreign.text)
    const { body } = await api.send(`/v2/agent/${api.tenant.projectId}/job/${id}`, { key: api.tenant.key })
    expect(body.status).toBe('archived')
  })

  test('a job of a project that the key may not use', async () => {
    const { projectId } = await api.tenant.makeProject()
    const { key } = await api.tenant.makeKey({ projectIds: [projectId] })
    expectRefusal(await unarchive(await plantJob(api, agentJobStates.archived), { key }), 'agent_job_not_found')
  })
})

describe('409', () => {
  test.each([
    ['active', 'agent_job_not_archived'],
    ['completed', 'agent_job_not_archived'],
    ['failed', 'agent_job_not_archived'],
  ] as const)('a job that is %s', async (status, code) => {
    expectRefusal(await unarchive(await plantJob(api, agentJobStates[status])), code)
  })
})
