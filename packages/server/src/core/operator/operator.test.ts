import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { holdLiveness } from '../../engine/hold-liveness.ts'
import { migrateEngine } from '../../engine/migrate-engine.ts'
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
  await migrateEngine(database.url)
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

test('a worker is alive as long as it holds its lock, and is known by what it works on', async () => {
  expect(await listWorkers(database.db)).toEqual([])
  const liveness = await holdLiveness({ databaseUrl: database.url, executorId: 'w1', onLost() {} })
  await database.pool.query(`
    insert into dbos.workflow_status (workflow_uuid, status, name, executor_id, queue_name, application_version)
    values ('x1', 'PENDING', 'exportSite', 'w1', 'exports', '1'), ('x2', 'PENDING', 'exportSite', 'gone', 'exports', '1'),
      ('x3', 'ENQUEUED', 'renderChunk', null, 'chunks', '1')`)
  expect(await listWorkers(database.db)).toMatchObject([{ running: 1 }])
  await liveness.release()
})

test('queues say what waits, for how long, and what runs', async () => {
  expect(await countQueues(database.db)).toMatchObject([
    { name: 'chunks', waiting: 1, running: 0, oldestSeconds: expect.any(Number) },
    { name: 'exports', waiting: 0, running: 2, oldestSeconds: null },
  ])
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
  const day = 86_400_000
  await database.pool.query(
    `insert into dbos.workflow_status (workflow_uuid, status, name, parent_workflow_id) values
       ('se_x', 'SUCCESS', 'exportSite', null), ('se_x:c0', 'SUCCESS', 'renderChunk', 'se_x'), ('se_x:c1', 'SUCCESS', 'renderChunk', 'se_x')`,
  )
  await database.pool.query(
    `insert into dbos.operation_outputs (workflow_uuid, function_id, function_name, started_at_epoch_ms, completed_at_epoch_ms)
     values ('se_x', 0, 'plan', $1::bigint - 9000, $1::bigint - 8000), ('se_x:c0', 0, 'render', $1::bigint - 8000, $1::bigint - 3000),
       ('se_x:c1', 0, 'render', $1::bigint - 8000, $1::bigint - 5000), ('se_y', 0, 'plan', $2::bigint - 90000, $2::bigint)`,
    [now, now - 2 * day],
  )
  expect(await listSlowSteps(database.db, 10)).toEqual([
    { name: 'render', times: 2, medianSeconds: 4, slowestSeconds: 5 },
    { name: 'plan', times: 1, medianSeconds: 1, slowestSeconds: 1 },
  ])
  expect(await listExportSteps(database.db, lookedUp({ id: 'se_x' }))).toEqual([
    { name: 'plan', times: 1, startedAtMs: now - 9000, endedAtMs: now - 8000 },
    { name: 'render', times: 2, startedAtMs: now - 8000, endedAtMs: now - 3000 },
  ])
})

test('any export or agent job is found with its organization, and what there is not is said', async () => {
  const id = await addExport()
  expect(await findAnyExport(database.db, id)).toMatchObject({ domain: 'a.example', organizationId: 'org_a' })
  expect(await findAnyAgentJob(database.db, 'aj_0000000000000001')).toMatchObject({ projectId: 'prj_a' })
  await expect(findAnyExport(database.db, 'se_none')).rejects.toThrow('There is no export se_none.')
})
