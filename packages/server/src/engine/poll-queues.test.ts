import { setTimeout as wait } from 'node:timers/promises'
import { DBOSClient } from '@dbos-inc/dbos-sdk'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { type CountingWorker, startCountingWorker } from '../../testing/engine/start-counting-worker.ts'
import { migrateEngine } from './migrate-engine.ts'
import { applicationName, applicationVersion, queueNames, workflowNames } from './settings.ts'

let database: TestDatabase
let client: DBOSClient
let workers: CountingWorker[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await migrateEngine(database.url)
  client = await DBOSClient.create({ systemDatabaseUrl: database.url, applicationName })
})

afterEach(async () => {
  for (const worker of workers) worker.process.kill('SIGKILL')
  await Promise.all(workers.map((worker) => worker.exited))
})

afterAll(async () => {
  await client.destroy()
  await database.close()
})

/** One after the other, so that the last one has the last word on whatever they share. */
async function startWorkers(widths: readonly number[]): Promise<void> {
  workers = []
  for (const width of widths) {
    const worker = startCountingWorker({ DATABASE_URL: database.url, CHUNKS: String(width), HOLD_MS: '300' })
    workers.push(worker)
    await worker.hear(/^ready/)
  }
}

async function enqueueChunks(run: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const work = {
      queueName: queueNames.chunks,
      workflowName: workflowNames.renderChunk,
      workflowID: `${run}-${index}`,
      queuePartitionKey: 'org_a',
      appVersion: applicationVersion,
    }
    await client.enqueue(work, `${run}-${index}`)
  }
}

/** How many chunks a worker had under way at the most. */
function countMost({ said }: CountingWorker): number {
  let open = 0
  let most = 0
  for (const line of said) {
    if (line.startsWith('begin')) most = Math.max(most, ++open)
    if (line.startsWith('end')) open -= 1
  }
  return most
}

/**
 * Each once: a worker that stalled loses its chunk to another, and both play it. Of this run alone: those of the run before
 * that were killed before the engine had recorded their end are played again too.
 */
function countEnded(run: string): number {
  return new Set(workers.flatMap(({ said }) => said.filter((line) => line.startsWith(`end ${run}-`)))).size
}

test.each([
  { started: 'the narrow one first', widths: [1, 4] },
  { started: 'the wide one first', widths: [4, 1] },
])('two workers of unequal width each keep to their own, $started', async ({ started, widths }) => {
  // More than enough for all of them from the start, and for the seconds in which the engine reads its rows again.
  await enqueueChunks(started, 60)
  await startWorkers(widths)
  await expect.poll(() => countEnded(started)).toBe(60)
  expect(workers.map(countMost)).toEqual(widths)
})

/** What its connections asked for in the last second and a half. */
async function listQueries(): Promise<string[]> {
  const asked = new Set<string>()
  const { rows: clock } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now')
  for (let looks = 0; looks < 60; looks++) {
    const { rows } = await database.pool.query<{ query: string }>(
      `select query from pg_stat_activity
       where datname = current_database() and application_name like 'dbos_transact%' and query_start > $1`,
      [clock[0]?.now],
    )
    for (const { query } of rows) asked.add(query)
    await wait(25)
  }
  return [...asked]
}

test('of an idle worker Postgres is asked nothing but whether anything waits', async () => {
  await startWorkers([4])
  // It is idle once it has ended what those before it had left.
  await expect
    .poll(async () => {
      const asked = await listQueries()
      return {
        waiting: asked.filter((query) => query.startsWith('select exists')).length,
        partitions: asked.filter((query) => query.includes('queue_partition_key')),
      }
    })
    .toEqual({ waiting: 1, partitions: [] })
})
