import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantAgentJob } from '../../../testing/core/agent-jobs/plant-agent-job.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { operator } from '../audit/record-audit.ts'
import { archiveOldAgentJobs } from './archive-old-agent-jobs.ts'
import type { AgentJobState } from './move-agent-job.ts'

const completed: AgentJobState = { status: 'completed', prLink: null }
const failed: AgentJobState = { status: 'failed', prLink: null, errorCode: 'timed_out', error: 'Too slow.' }
const active: AgentJobState = { status: 'active', prLink: null }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  for (const [name, limits] of [
    ['a', {}],
    ['b', { agentJobArchiveDays: 0 }],
    ['c', { agentJobArchiveDays: 2 ** 53 - 1 }],
  ] as const) {
    const id = `org_${name}`
    const organization = { id, name, plan: 'free', limits: JSON.stringify(limits) } as const
    await database.db.insertInto('organization').values(organization).execute()
    const project = {
      id: `prj_${name}`,
      organization_id: id,
      name,
      repository: 'https://git.example/a',
      branch: 'main',
    }
    await database.db.insertInto('project').values(project).execute()
  }
})
afterAll(() => database.close())

async function plant(projectId: string, state: AgentJobState, endedDaysAgo: number): Promise<string> {
  const request = { projectId, ref: null, model: 'm', prompt: 'p', state }
  const { id } = await plantAgentJob(database.db, request, operator)
  const text = 'update agent_job set ended_at = now() - make_interval(days => $2) where id = $1'
  await database.pool.query(text, [id, endedDaysAgo])
  return id
}

const statusOf = async (id: string) =>
  (await database.db.selectFrom('agent_job').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('what ended longer ago than the operator says is archived, unless its organization says otherwise', async () => {
  const old = [await plant('prj_a', completed, 31), await plant('prj_a', failed, 31)]
  const kept = [
    await plant('prj_a', completed, 29),
    await plant('prj_a', active, 31),
    await plant('prj_b', completed, 31),
    await plant('prj_c', completed, 31),
  ]
  expect(await archiveOldAgentJobs(database.db, 0)).toBe(0)
  expect(await archiveOldAgentJobs(database.db, 30)).toBe(2)
  expect(await Promise.all(old.map(statusOf))).toEqual(['archived', 'archived'])
  expect(await Promise.all(kept.map(statusOf))).toEqual(['completed', 'active', 'completed', 'completed'])
  expect(await archiveOldAgentJobs(database.db, 30)).toBe(0)
})
