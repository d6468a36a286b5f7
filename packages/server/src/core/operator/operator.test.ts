import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { holdLiveness } from '../../engine/hold-liveness.ts'
import { lookedUp } from '../access/looked-up.ts'
import { failExport } from '../exports/run/fail-export.ts'
import { makeId } from '../make-id.ts'
import { countExportsByDay } from './count-exports-by-day.ts'
import { countQueues } from './count-queues.ts'
import { findAnyAgentJob, findAnyExport } from './find-job.ts'
import { listExportSteps } from './list-export-steps.ts'
import { listOpenJobs } from './list-open-jobs.ts'
import { listOrganizationUse } from './list-organization-use.ts'
import { listRecentFailures } from './list-recent-failures.ts'
import { listSlowSteps } from './list-slow-steps.ts'
import { listWorkers } from './list-workers.ts'
import { readDatabaseHealth } from './read-database-health.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`
    insert into organization (id, name, plan) values ('org_a', 'A', 'enterprise'), ('org_b', 'B', 'free');
    insert into project (id, organization_id, name, repository, branch) values ('prj_a', 'org_a', 'p', 'r', 'main')`)
})
afterAll(() => database.close())

async function addExport(daysAgo = 0): Promise<string> {
  const id = makeId('export')
  await database.pool.query(
    `insert into export (id, organization_id, project_id, domain, created_at)
     values ($1, 'org_a', 'prj_a', 'a.example', now() - make_interval(days => $2))`,
    [id, daysAgo],
  )
  return id
}

test('the database says which it is and what was applied to it', async () => {
  expect(await readDatabaseHealth(database.db)).toMatchObject({
    version: expect.stringMatching(/^\d+/),
    lastMigration: expect.stringMatching(/^\d{4}-/),
    bytes: expect.any(Number),
  })
})

async function addStep(workflowId: string, name: string, step: Record<string, unknown> = {}): Promise<void> {
  const { number = 1, attempt = 1, worker = 'w1', startedAt = new Date(), endedAt = null } = step
  await database.pool.query(
    `insert into job_step (workflow_id, number, name, attempt, worker, started_at, ended_at, failed)
     values ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz is not null and false)`,
    [workflowId, number, name, attempt, worker, startedAt, endedAt],
  )
}

test('a worker is listed from its start until its work was taken over, with the steps that it runs', async () => {
  expect(await listWorkers(database.db)).toEqual([])
  const options = { databaseUrl: database.url, executorId: 'w1', cores: 2, connections: 20, onLost() {} }
  const liveness = await holdLiveness(options)
  await addStep('x1', 'plan', { startedAt: new Date(Date.now() - 5_000) })
  await addStep('x2', 'render')
  await addStep('x3', 'render', { endedAt: new Date() })
  await addStep('x4', 'render', { worker: 'gone' })
  expect(await listWorkers(database.db)).toMatchObject([
    { cores: 2, running: 2, longest: { name: 'plan', workflowId: 'x1', seconds: expect.any(Number) } },
  ])
  await liveness.release()
  await database.pool.query('update worker set lost_at = now()')
  expect(await listWorkers(database.db)).toEqual([])
})

test('queues say what waits, for how long, and what runs', async () => {
  const [queued, running] = [await addExport(), await addExport()]
  await database.pool.query(`update export set status = 'running', open_chunks = 5 where id = $1`, [running])
  await addStep(running, 'keep-chunks', { endedAt: new Date(Date.now() - 9_000) })
  await addStep(`${running}:c0`, 'render', { endedAt: new Date() })
  await addStep(`${running}:c1`, 'render')
  expect(await countQueues(database.db)).toEqual([
    { name: 'exports', waiting: 1, running: 1, oldestSeconds: expect.any(Number) },
    { name: 'chunks', waiting: 3, running: 1, oldestSeconds: expect.closeTo(9, 0) },
    { name: 'agent_jobs', waiting: 0, running: 0, oldestSeconds: null },
  ])
  await database.pool.query('delete from job_step')
  await database.pool.query('delete from export where id = any($1)', [[queued, running]])
})

test('open jobs come oldest first, and failures with their organization; a cancelled one is none', async () => {
  const [old, failed, cancelled] = [await addExport(2), await addExport(1), await addExport()]
  await failExport(database.db, failed, { code: 'page_failed', message: 'Two pages fail.' })
  await failExport(database.db, cancelled, { code: 'cancelled', message: 'Cancelled.' })
  await database.pool.query(
    `insert into agent_job (id, organization_id, project_id, repository, model, prompt)
     values ('aj_0000000000000001', 'org_a', 'prj_a', 'r', 'm', 'Say it.')`,
  )
  expect(await listOpenJobs(database.db, 10)).toMatchObject([
    { kind: 'export', id: old, organization: 'A', status: 'queued', attempts: 0 },
    { kind: 'agent-job', what: 'Say it.', status: 'active' },
  ])
  expect(await listRecentFailures(database.db, 10)).toMatchObject([
    { id: failed, what: 'a.example', errorCode: 'page_failed', error: 'Two pages fail.', organization: 'A' },
  ])
})

test('organizations come with what they have and did in 30 days, the busiest first', async () => {
  await addExport(40)
  expect(await listOrganizationUse(database.db, 10)).toMatchObject([
    { name: 'A', plan: 'enterprise', projects: 1, exports: 3, agentJobs: 1 },
    { name: 'B', plan: 'free', projects: 0, exports: 0, agentJobs: 0 },
  ])
})

test('every day is there, with its exports, its failures and the median of those that completed', async () => {
  for (const seconds of [10, 20, 60]) {
    await database.pool.query(
      `insert into export (id, organization_id, project_id, domain, status, progress, bundle_key, started_at, ended_at, created_at)
       values ($1, 'org_a', 'prj_a', 'a.example', 'completed', 100, 'k', now(), now() + make_interval(secs => $2), now() - interval '5 days')`,
      [makeId('export'), seconds],
    )
  }
  const days = await countExportsByDay(database.db, 30)
  expect(days).toHaveLength(30)
  expect(days.at(-6)).toMatchObject({ exports: 3, failures: 0, medianSeconds: 20 })
  expect(days.at(-7)).toMatchObject({ exports: 0, medianSeconds: null })
  expect(days.reduce((sum, { failures }) => sum + failures, 0)).toBe(2)
})

test('steps are told by their longest run of the last day, and of one export with its chunks', async () => {
  const now = Date.now()
  const at = (startedMs: number, endedMs: number | null) => ({
    startedAt: new Date(now - startedMs),
    endedAt: endedMs === null ? null : new Date(now - endedMs),
  })
  const day = 86_400_000
  await addStep('se_x', 'plan', at(9_000, 8_000))
  await addStep('se_x:c0', 'render', at(8_000, 3_000))
  // Its worker ended during the first attempt.
  await addStep('se_x:c1', 'render', at(8_000, null))
  await addStep('se_x:c1', 'render', { ...at(6_000, 5_000), attempt: 2 })
  await addStep('se_y', 'plan', at(2 * day, day))
  expect(await listSlowSteps(database.db, 10)).toEqual([
    { name: 'render', times: 2, medianSeconds: 3, slowestSeconds: 5 },
    { name: 'plan', times: 1, medianSeconds: 1, slowestSeconds: 1 },
  ])
  const job = lookedUp({ id: 'se_x' })
  expect(await listExportSteps(database.db, job)).toEqual([
    { name: 'plan', times: 1, startedAtMs: now - 9_000, endedAtMs: now - 8_000 },
    { name: 'render', times: 2, startedAtMs: now - 8_000, endedAtMs: now - 3_000 },
  ])
  await addStep('se_x', 'finish', { ...at(1_000, null), number: 2 })
  const steps = await listExportSteps(database.db, job)
  expect(steps.at(-1)).toEqual({ name: 'finish', times: 1, startedAtMs: now - 1_000, endedAtMs: null })
})

test('any export or agent job is found with its organization, and what there is not is said', async () => {
  const id = await addExport()
  expect(await findAnyExport(database.db, id)).toMatchObject({ domain: 'a.example', organizationId: 'org_a' })
  expect(await findAnyAgentJob(database.db, 'aj_0000000000000001')).toMatchObject({ projectId: 'prj_a' })
  await expect(findAnyExport(database.db, 'se_none')).rejects.toThrow('There is no export se_none.')
})
