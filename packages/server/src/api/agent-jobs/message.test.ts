import { agentJob, messageAgentJob } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { agentJobStates, missingAgentJob, plantJob } from '../../../testing/api/plant-agent-jobs.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { beginAgentJob } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { completeAgentJob } from '../../core/agent-jobs/turns/complete-agent-job.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { setLimit, suspend } from '../../core/organizations/change-organization.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ limits: { agentMessagesPerHour: 10_000, activeAgentJobs: 10_000 } })
})
afterAll(() => api[Symbol.asyncDispose]())

const message = (id: string, sent: object = {}, projectId = api.tenant.projectId) =>
  api.send(`/v2/agent/${projectId}/job/${id}/message`, { key: api.tenant.key, body: { prompt: 'More.' }, ...sent })

test.each(refusalsOf(messageAgentJob))('$status $promise', ({ run }) =>
  run(api, (key) => message(missingAgentJob, { key }, 'prj_0000000000000000')),
)

describe('200', () => {
  test.each(['completed', 'failed'] as const)('a %s job is active again, in its next turn', async (status) => {
    const id = await plantJob(api, agentJobStates[status])
    const answer = await message(id)
    expect(answer.status).toBe(200)
    expect(agentJob.parse(answer.body)).toMatchObject({ id, status: 'active', prLink: null, error: null })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(api.enqueued).toContain(`${id}:t2`)
  })

  test('the next turn knows what was asked and done before, and what it uses is added', async () => {
    const { db } = api.database
    const id = await plantJob(api, agentJobStates.active)
    const usage = { inputTokens: 10, outputTokens: 2, steps: 1 }
    const prLink = 'https://git.example.com/docs/pulls/9'
    const done = { prLink, headCommit: 'c1', title: 'T', summary: 'Did it.', changedFiles: ['a.mdx'], usage }
    await completeAgentJob(db, { agentJobId: id, turn: 1 }, done)
    await message(id)
    expect(await beginAgentJob(db, { agentJobId: id, turn: 2 })).toMatchObject({
      instruction: 'More.',
      earlier: [{ instruction: 'Do it.', summary: 'Did it.' }],
      headCommit: 'c1',
      prLink,
    })
    const nothing = { ...done, prLink: null, headCommit: null, changedFiles: [] }
    await completeAgentJob(db, { agentJobId: id, turn: 2 }, nothing)
    const { body } = await api.send(`/v2/agent/${api.tenant.projectId}/job/${id}`, { key: api.tenant.key })
    expect(body).toMatchObject({ prLink, changedFiles: ['a.mdx'] })
    expect(body.usage).toEqual({ inputTokens: 20, outputTokens: 4, steps: 2 })
  })

  test('a queued turn of a suspended organization does not begin', async () => {
    const { db } = api.database
    const id = await plantJob(api, agentJobStates.active)
    await suspend(db, api.tenant.organizationId, true, operator)
    const begun = beginAgentJob(db, { agentJobId: id, turn: 1 })
    await expect(begun).rejects.toMatchObject({ code: 'organization_suspended' })
    await suspend(db, api.tenant.organizationId, false, operator)
    expect(await beginAgentJob(db, { agentJobId: id, turn: 1 })).toMatchObject({ agentJobId: id })
  })

  test('the same Idempotency-Key gives the first answer again, though the job is active now', async () => {
    const id = await plantJob(api, agentJobStates.completed)
    const headers = { 'idempotency-key': id }
    const [first, second] = [await message(id, { headers }), await message(id, { headers })]
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(api.enqueued.filter((work) => work.startsWith(id))).toEqual([`${id}:t2`])
  })

  test('who sent it is in the audit', async () => {
    const id = await plantJob(api, agentJobStates.failed)
    await message(id)
    const text = 'select actor from audit where target = $1 and action = $2'
    const { rows } = await api.database.pool.query(text, [id, 'agent-job.message'])
    expect(rows).toEqual([{ actor: expect.stringMatching(/^key:key_/) }])
  })
})

describe('400, 413, 415', () => {
  test.each([
    ['invalid_request', { body: {} }],
    ['invalid_request', { body: { prompt: 'p', model: 'm' } }],
    ['invalid_request', { body: { prompt: 'x'.repeat(32_001) } }],
    ['malformed_json', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['body_too_large', { body: { prompt: 'a'.repeat(70_000) } }],
    ['unsupported_media_type', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ] as const)('%s, before any look-up', async (code, sent) => {
    expectRefusal(await message(missingAgentJob, sent), code)
  })
})

describe('404', () => {
  test("another organization's job, a missing one and another project's, to the byte; and it stays", async () => {
    const id = await plantJob(api, agentJobStates.completed)
    const { key } = await makeTenant(api.database.db)
    const { projectId } = await api.tenant.makeProject()
    const headers = { 'x-request-id': 'same' }
    const foreign = await message(id, { key, headers })
    expectRefusal(foreign, 'agent_job_not_found')
    expect((await message(missingAgentJob, { headers })).text).toBe(foreign.text)
    expect((await message(id, { headers }, projectId)).text).toBe(foreign.text)
    expect(api.enqueued).not.toContain(`${id}:t2`)
  })

  test('a job of a project that the key may not use', async () => {
    const { projectId } = await api.tenant.makeProject()
    const { key } = await api.tenant.makeKey({ projectIds: [projectId] })
    expectRefusal(await message(await plantJob(api, agentJobStates.completed), { key }), 'agent_job_not_found')
  })
})

describe('409', () => {
  test('while the agent works, and once it is archived', async () => {
    expectRefusal(await message(await plantJob(api, agentJobStates.active)), 'agent_job_active')
    expectRefusal(await message(await plantJob(api, agentJobStates.archived)), 'agent_job_archived')
  })

  test('of ten messages at once one begins the next turn', async () => {
    const id = await plantJob(api, agentJobStates.completed)
    const answers = await Promise.all(Array.from({ length: 10 }, () => message(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, 'agent_job_active')
  })
})

describe('422', () => {
  test('the same Idempotency-Key with another message', async () => {
    const id = await plantJob(api, agentJobStates.completed)
    const headers = { 'idempotency-key': `other-${id}` }
    await message(id, { headers })
    expectRefusal(await message(id, { headers, body: { prompt: 'Else.' } }), 'idempotency_mismatch')
  })

  test('the same Idempotency-Key and message for another job, of this project or another', async () => {
    const { projectId } = await api.tenant.makeProject()
    const first = await plantJob(api, agentJobStates.completed)
    const headers = { 'idempotency-key': `first-${first}` }
    expect((await message(first, { headers })).status).toBe(200)
    for (const place of [api.tenant.projectId, projectId]) {
      const other = await plantJob(api, agentJobStates.completed, place)
      expectRefusal(await message(other, { headers }, place), 'idempotency_mismatch')
      expect(api.enqueued).not.toContain(`${other}:t2`)
    }
  })
})

describe('429', () => {
  test('past the quota of the project, and past the active jobs of the organization', async () => {
    const { db } = api.database
    const { organizationId, projectId, key } = await makeTenant(db)
    const send = async () => message(await plantJob(api, agentJobStates.completed, projectId), { key }, projectId)
    await setLimit(db, organizationId, { name: 'activeAgentJobs', value: 1 }, operator)
    expect((await send()).status).toBe(200)
    expectRefusal(await send(), 'too_many_active')
    await setLimit(db, organizationId, { name: 'agentMessagesPerHour', value: 1 }, operator)
    expectRefusal(await send(), 'quota_exceeded')
  })
})

describe('403', () => {
  test('past the budget of the month, as for a new job', async () => {
    const { db, pool } = api.database
    const { organizationId, projectId, key } = await makeTenant(db)
    await setLimit(db, organizationId, { name: 'agentTokensPerMonth', value: 10 }, operator)
    const send = async () => message(await plantJob(api, agentJobStates.completed, projectId), { key }, projectId)
    expect((await send()).status).toBe(200)
    await pool.query(
      `insert into agent_usage (organization_id, day, model, output_tokens)
        values ($1, (now() at time zone 'UTC')::date, 'm', 10)`,
      [organizationId],
    )
    expectRefusal(await send(), 'monthly_budget_spent')
  })
})
