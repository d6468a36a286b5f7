import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { migrateEngine } from '../engine/migrate-engine.ts'
import { addQueueGauge } from './add-queue-gauge.ts'

let database: TestDatabase
let clock = 0

beforeAll(async () => {
  database = await createTestDatabase()
  await migrateEngine(database.url)
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

const enqueue = (id: string, queue: string, status: string) =>
  database.pool.query(
    `insert into dbos.workflow_status (workflow_uuid, status, name, queue_name, application_version)
     values ($1, $2, 'renderChunk', $3, '1')`,
    [id, status, queue],
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
  await enqueue('c1', 'chunks', 'ENQUEUED')
  await enqueue('c2', 'chunks', 'ENQUEUED')
  await enqueue('c3', 'chunks', 'PENDING')
  clock += 4_999
  expect(await readWaiting(registry)).toContain('bindery_queue_waiting{queue="chunks"} 0')
  clock += 1
  expect(await readWaiting(registry)).toContain('bindery_queue_waiting{queue="chunks"} 2')
})

test('a database that does not answer takes the figure away, and leaves the others', async () => {
  const registry = openRegistry()
  expect(await readWaiting(registry)).toHaveLength(3)
  await database.pool.query('alter table dbos.workflow_status rename to elsewhere')
  clock += 5_000
  expect(await readWaiting(registry)).toEqual([])
  await database.pool.query('alter table dbos.elsewhere rename to workflow_status')
  clock += 5_000
  expect(await readWaiting(registry)).toHaveLength(3)
})
