import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { addQueueGauge } from './add-queue-gauge.ts'

let database: TestDatabase
let clock = 0

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`
    insert into organization (id, name, plan) values ('org_a', 'A', 'enterprise');
    insert into project (id, organization_id, name, repository, branch) values ('prj_a', 'org_a', 'p', 'r', 'main')`)
})
afterAll(() => database.close())

function openRegistry(): Registry {
  const registry = new Registry()
  addQueueGauge(registry, database.db, () => clock)
  return registry
}

async function readWaiting(registry: Registry): Promise<string[]> {
  const text = await registry.metrics()
  return text.split('\n').filter((line) => line.startsWith('bindery_queue_waiting'))
}

const addExport = (id: string, status: string, chunks: number | null) =>
  database.pool.query(
    `insert into export (id, organization_id, project_id, domain, status, open_chunks)
     values ($1, 'org_a', 'prj_a', 'a.example', $2, $3)`,
    [id, status, chunks],
  )

test('every queue has a figure from the start, so that an autoscaler finds one', async () => {
  expect(await readWaiting(openRegistry())).toEqual([
    'bindery_queue_waiting{queue="exports"} 0',
    'bindery_queue_waiting{queue="chunks"} 0',
    'bindery_queue_waiting{queue="agent_jobs"} 0',
  ])
})

test('what waits is counted, what runs is not, and the database is asked at most every five seconds', async () => {
  const registry = openRegistry()
  await readWaiting(registry)
  await addExport('se_1', 'queued', null)
  await addExport('se_2', 'running', 3)
  await database.pool.query(
    `insert into job_step (workflow_id, number, name, attempt, worker) values ('se_2:c0', 1, 'render', 1, 'w')`,
  )
  clock += 4_999
  expect(await readWaiting(registry)).toContain('bindery_queue_waiting{queue="chunks"} 0')
  clock += 1
  expect(await readWaiting(registry)).toEqual([
    'bindery_queue_waiting{queue="exports"} 1',
    'bindery_queue_waiting{queue="chunks"} 2',
    'bindery_queue_waiting{queue="agent_jobs"} 0',
  ])
})

test('a database that does not answer takes the figure away, and leaves the others', async () => {
  const registry = openRegistry()
  expect(await readWaiting(registry)).toHaveLength(3)
  await database.pool.query('alter table job_step rename to elsewhere')
  clock += 5_000
  expect(await readWaiting(registry)).toEqual([])
  await database.pool.query('alter table elsewhere rename to job_step')
  clock += 5_000
  expect(await readWaiting(registry)).toHaveLength(3)
})
