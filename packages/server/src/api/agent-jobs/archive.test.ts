import { agentJob, archiveAgentJob } from '@bindery/contract'
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

const archive = (id: string, sent: object = {}, projectId = api.tenant.projectId) =>
  api.send(`/v2/agent/${projectId}/job/${id}/archive`, { key: api.tenant.key, method: 'POST', ...sent })

test.each(refusalsOf(archiveAgentJob))('$status $promise', ({ run }) =>
  run(api, (key) => archive(missingAgentJob, { key }, 'prj_0000000000000000')),
)

describe('200', () => {
  test.each(['completed', 'failed'] as const)('a %s job is put away, and keeps its pull request', async (status) => {
    const id = await plantJob(api, agentJobStates[status])
    const answer = await archive(id)
    expect(answer.status).toBe(200)
    const { prLink, archivedAt } = agentJob.parse(answer.body)
    expect(answer.body.status).toBe('archived')
    expect(prLink).toBe(agentJobStates[status].prLink)
    expect(Math.abs(Date.now() - Date.parse(archivedAt ?? ''))).toBeLessThan(60_000)
  })

  test('who did it is in the audit', async () => {
    const id = await plantJob(api, agentJobStates.completed)
    await archive(id)
    const text = 'select actor from audit where target = $1 and action = $2'
    expect((await api.database.pool.query(text, [id, 'agent-job.archive'])).rowCount).toBe(1)
  })
})

describe('400, 413, 415', () => {
  test.each([
    ['invalid_request', { body: { colour: 1 } }],
    ['malformed_json', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['body_too_large', { body: { a: 'a'.repeat(70_000) } }],
    ['unsupported_media_type', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ] as const)('%s, before any look-up', async (code, sent) => {
    expectRefusal(await archive(missingAgentJob, sent), code)
  })
})

describe('404', () => {
  test("another organization's job, a missing one and another project's, to the byte; and it stays as it was", async () => {
    const id = await plantJob(api, agentJobStates.completed)
    const { key } = await makeTenant(api.database.db)
    const { projectId } = await api.tenant.makeProject()
    const headers = { 'x-request-id': 'same' }
    const foreign = await archive(id, { key, headers })
    expectRefusal(foreign, 'agent_job_not_found')
    expect((await archive(missingAgentJob, { headers })).text).toBe(foreign.text)
    expect((await archive(id, { headers }, projectId)).text).toBe(foreign.text)
    const { body } = await api.send(`/v2/agent/${api.tenant.projectId}/job/${id}`, { key: api.tenant.key })
    expect(body.status).toBe('completed')
  })

  test('a job of a project that the key may not use', async () => {
    const { projectId } = await api.tenant.makeProject()
    const { key } = await api.tenant.makeKey({ projectIds: [projectId] })
    expectRefusal(await archive(await plantJob(api, agentJobStates.completed), { key }), 'agent_job_not_found')
  })
})

describe('409', () => {
  test.each([
    ['active', 'agent_job_active'],
    ['archived', 'agent_job_archived'],
  ] as const)('a job that is %s', async (status, code) => {
    expectRefusal(await archive(await plantJob(api, agentJobStates[status])), code)
  })
})
