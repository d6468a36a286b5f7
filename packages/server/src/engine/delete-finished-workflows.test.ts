import { DBOS } from '@dbos-inc/dbos-sdk'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { deleteFinishedWorkflows } from './delete-finished-workflows.ts'
import { type Engine, launchEngine } from './launch-engine.ts'
import { migrateEngine } from './migrate-engine.ts'
import { defaultConcurrency } from './settings.ts'
import { createStepRunner } from './step.ts'

let database: TestDatabase
let engine: Engine
const steps = createStepRunner({ work: 1, fetches: 1 })
const work = DBOS.registerWorkflow(() => steps.step('work', { timeoutMs: 1_000 }, async () => 'done'), { name: 'work' })

beforeAll(async () => {
  database = await createTestDatabase()
  await migrateEngine(database.url)
  engine = await launchEngine({
    databaseUrl: database.url,
    concurrency: defaultConcurrency(1),
    steps,
    log: pino({ level: 'silent' }),
    onLost(cause) {
      throw cause
    },
  })
})
afterAll(async () => {
  await engine.stop(1_000)
  await database.close()
})

async function countRows(table: string): Promise<number> {
  const { rows } = await database.pool.query(`select count(*)::int as n from dbos.${table}`)
  return rows[0].n
}

test('what ended before the given time is forgotten with all its steps, and nothing else', async () => {
  for (let n = 0; n < 3; n++) await work()
  const between = new Date()
  await work()
  expect(await countRows('operation_outputs')).toBe(4)

  expect(await deleteFinishedWorkflows(between)).toBe(3)
  expect(await countRows('workflow_status')).toBe(1)
  expect(await countRows('operation_outputs')).toBe(1)
})
