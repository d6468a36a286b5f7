import { agentJob, getAgentJob } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spellings } from '../../../testing/api/etag-spellings.ts'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { plantAgentJob } from '../../../testing/core/agent-jobs/plant-agent-job.ts'
import type { AgentJobState } from '../../core/agent-jobs/move-agent-job.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { setPlan } from '../../core/organizations/change-organization.ts'

const at = new Date('2026-01-02T03:04:05.678Z')
const link = 'https://git.example.com/docs/pulls/7'
const active: AgentJobState = { status: 'active', prLink: link }
const completed = { status: 'completed', prLink: link } as const
const failed = { status: 'failed', prLink: null, errorCode: 'cancelled', error: 'No.' } as const

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function make(state: AgentJobState, ref: string | null = null): Promise<string> {
  const request = { projectId: api.tenant.projectId, ref, model: 'm', prompt: 'Do it.', state }
  return (await plantAgentJob(api.database.db, request, operator)).id
}

const get = (id: string, sent: object = {}, projectId = api.tenant.projectId) =>
  api.send(`/v2/agent/${projectId}/job/${id}`, { key: api.tenant.key, ...sent })

test.each(refusalsOf(getAgentJob))('$status $promise', ({ run }) =>
  run(api, (key) => api.send('/v2/agent/prj_0000000000000000/job/aj_0000000000000000', { key })),
)

describe('200', () => {
  test.each([
    ['active', active, { prLink: null, archivedAt: null }],
    ['completed', completed, { prLink: link, archivedAt: null }],
    ['failed', failed, { prLink: null, archivedAt: null }],
    [
      'archived',
      { status: 'archived', archivedAt: at, before: completed },
      { prLink: link, archivedAt: at.toISOString() },
    ],
  ] as [string, AgentJobState, object][])('a job that is %s', async (status, state, shown) => {
    const answer = await get(await make(state, 'next'))
    const source = { repository: 'https://git.example.com/docs.git', ref: 'next' }
    expect(agentJob.parse(answer.body)).toMatchObject({ status, source, model: 'm', ...shown })
    expect(answer.headers.get('retry-after')).toBe(status === 'active' ? '2' : null)
  })

  test('no plan is needed', async () => {
    const { organizationId, projectId, key } = await makeTenant(api.database.db)
    await setPlan(api.database.db, organizationId, 'free', operator)
    const request = { projectId, ref: null, model: 'm', prompt: 'p', state: active }
    const { id } = await plantAgentJob(api.database.db, request, operator)
    expect((await get(id, { key }, projectId)).status).toBe(200)
  })

  test('with Prefer: wait the answer comes when the agent is done', async () => {
    const id = await make(active)
    const began = api.nextWait(id)
    const waiting = get(id, { headers: { prefer: 'wait=30' } })
    await began
    await api.database.pool.query(`update agent_job set status = 'completed' where id = $1`, [id])
    expect((await waiting).body).toMatchObject({ status: 'completed', prLink: link })
  })
})

describe('304', () => {
  test('while nothing changed', async () => {
    const id = await make(completed)
    const etag = (await get(id)).headers.get('etag')!
    expect((await get(id, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test.each(spellings)('only the ETag as it was sent is known: %s', async (_, spell) => {
    const id = await make(completed)
    const etag = (await get(id)).headers.get('etag')!
    const { status, body } = await get(id, { headers: { 'if-none-match': spell(etag) } })
    expect([status, body?.id]).toEqual([200, id])
  })
})

describe('404', () => {
  test("another organization's job, a missing one, another project and nonsense answer the same bytes", async () => {
    const id = await make(completed)
    const { key } = await makeTenant(api.database.db)
    const { projectId } = await api.tenant.makeProject()
    const headers = { 'x-request-id': 'same' }
    const foreign = await get(id, { key, headers })
    expectRefusal(foreign, 'agent_job_not_found')
    for (const answer of [
      await get('aj_0000000000000000', { headers }),
      await get(id, { headers }, projectId),
      await get(id, { headers }, 'prj_%00'),
    ]) {
      expect(answer.text).toBe(foreign.text)
    }
  })

  test('a job of a project that the key may not use', async () => {
    const { projectId } = await api.tenant.makeProject()
    const { key } = await api.tenant.makeKey({ projectIds: [projectId] })
    expectRefusal(await get(await make(completed), { key }), 'agent_job_not_found')
  })
})
