import { agentJobPage, listAgentJobs } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { agentJobStates, plantJob } from '../../../testing/api/plant-agent-jobs.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'

let api: TestApi
let planted: string[]
beforeAll(async () => {
  api = await startTestApi()
  planted = []
  for (const state of [...Object.values(agentJobStates), agentJobStates.failed])
    planted.push(await plantJob(api, state))
})
afterAll(() => api[Symbol.asyncDispose]())

const ask = (query: string, key = api.tenant.key, projectId = api.tenant.projectId, headers = {}) =>
  api.send(`/v2/agent/${projectId}/jobs${query}`, { key, headers })
const list = async (query: string, key?: string) => agentJobPage.parse((await ask(query, key)).body)
const ids = (page: { jobs: { id: string }[] }) => page.jobs.map(({ id }) => id)

test.each(refusalsOf(listAgentJobs))('$status $promise', ({ run }) =>
  run(api, (key) => api.send('/v2/agent/prj_0000000000000000/jobs', { key })),
)

describe('200', () => {
  test('the jobs of the project, newest first, each as it is when polled', async () => {
    const page = await list('')
    expect(ids(page)).toEqual(planted.toReversed())
    const polled = await api.send(`/v2/agent/${api.tenant.projectId}/job/${planted[1]}`, { key: api.tenant.key })
    expect(page.jobs.find(({ id }) => id === planted[1])).toEqual(polled.body)
  })

  test('pages hold every job once, also when two were made in the same millisecond', async () => {
    await api.database.pool.query(`update agent_job set created_at = date_trunc('second', now())`)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...ids(page))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(planted.toSorted().reverse())
  })

  test.each(['active', 'completed', 'archived', 'failed'] as const)('only those that are %s', async (status) => {
    const { jobs } = await list(`?status=${status}`)
    expect(new Set(jobs.map((job) => job.status))).toEqual(new Set([status]))
    expect(jobs).toHaveLength(status === 'failed' ? 2 : 1)
  })

  test('another project of the organization has none of them', async () => {
    const { projectId } = await api.tenant.makeProject()
    expect((await ask('', api.tenant.key, projectId)).body).toEqual({ jobs: [], nextCursor: null })
  })
})

describe('400', () => {
  test.each(['?limit=0', '?limit=101', '?cursor=x', '?status=queued', '?colour=red', '?limit=1&limit=2'])(
    '%s',
    async (query) => {
      expectRefusal(await ask(query), 'invalid_request')
    },
  )
})

describe('404', () => {
  test("another organization's project and one that never was, to the byte", async () => {
    const { key } = await makeTenant(api.database.db)
    const headers = { 'x-request-id': 'same' }
    const foreign = await ask('', key, api.tenant.projectId, headers)
    expectRefusal(foreign, 'project_not_found')
    expect((await ask('', key, 'prj_0000000000000000', headers)).text).toBe(foreign.text)
  })

  test('a project that the key may not use', async () => {
    const { projectId } = await api.tenant.makeProject()
    const { key } = await api.tenant.makeKey({ projectIds: [projectId] })
    expectRefusal(await ask('', key), 'project_not_found')
  })
})
