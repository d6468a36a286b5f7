import { agentEventPage, listAgentEvents } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { agentJobStates, missingAgentJob, plantJob } from '../../../testing/api/plant-agent-jobs.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { recordEvents } from '../../core/agent-jobs/turns/record-events.ts'

let api: TestApi
let id: string
beforeAll(async () => {
  api = await startTestApi()
  id = await plantJob(api, agentJobStates.active)
  await record(1, 6)
})
afterAll(() => api[Symbol.asyncDispose]())

async function record(from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const events = numbers.map((n) => ({ n, kind: 'tool', body: { text: `Step ${n}.` } }) as const)
  await recordEvents(api.database.db, { agentJobId: id, turn: 1 }, events)
}

const ask = (job: string, query = '', sent: object = {}, projectId = api.tenant.projectId) =>
  api.send(`/v2/agent/${projectId}/job/${job}/events${query}`, { key: api.tenant.key, ...sent })
const list = async (query: string) => agentEventPage.parse((await ask(id, query)).body)

test.each(refusalsOf(listAgentEvents))('$status $promise', ({ run }) =>
  run(api, (key) => ask(missingAgentJob, '', { key }, 'prj_0000000000000000')),
)

describe('200', () => {
  test('a new job has its instruction', async () => {
    const { body } = await ask(await plantJob(api, agentJobStates.active))
    expect(body).toEqual({
      events: [{ position: 100_000, turn: 1, at: expect.any(String), kind: 'instruction', body: { text: 'Do it.' } }],
      nextCursor: null,
    })
  })

  test('pages hold every event once, oldest first', async () => {
    const seen: number[] = []
    let cursor: string | null = '0'
    while (cursor !== null) {
      const page = await list(`?limit=3&cursor=${cursor}`)
      seen.push(...page.events.map(({ position }) => position))
      cursor = page.nextCursor
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => 100_000 + n))
  })

  test('the position of the last event seen asks for what came after it', async () => {
    const { events } = await list('')
    const last = events.at(-1)!.position
    expect((await list(`?cursor=${last}`)).events).toEqual([])
    await record(7, 7)
    expect((await list(`?cursor=${last}`)).events).toMatchObject([{ body: { text: 'Step 7.' } }])
  })
})

describe('400', () => {
  test.each(['?limit=0', '?limit=101', '?cursor=x', '?cursor=-1', '?colour=red'])('%s', async (query) => {
    expectRefusal(await ask(missingAgentJob, query), 'invalid_request')
  })
})

describe('404', () => {
  test("another organization's job, a missing one and another project's, to the byte", async () => {
    const { key } = await makeTenant(api.database.db)
    const { projectId } = await api.tenant.makeProject()
    const headers = { 'x-request-id': 'same' }
    const foreign = await ask(id, '', { key, headers })
    expectRefusal(foreign, 'agent_job_not_found')
    expect((await ask(missingAgentJob, '', { headers })).text).toBe(foreign.text)
    expect((await ask(id, '', { headers }, projectId)).text).toBe(foreign.text)
  })

  test('a job of a project that the key may not use', async () => {
    const { projectId } = await api.tenant.makeProject()
    const { key } = await api.tenant.makeKey({ projectIds: [projectId] })
    expectRefusal(await ask(id, '', { key }), 'agent_job_not_found')
  })
})
