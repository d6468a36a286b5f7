import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { type CountingWorker, endLiveness, startCountingWorker } from '../../testing/engine/start-counting-worker.ts'
import { createEngineClient, type EngineClient } from './create-engine-client.ts'
import { enginePoolName } from './engine-pool.ts'
import { migrateEngine } from './migrate-engine.ts'

const stuckEntry = fileURLToPath(new URL('../../testing/engine/stand-still.ts', import.meta.url))
let database: TestDatabase
let engine: EngineClient
let workers: CountingWorker[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await migrateEngine(database.url)
  engine = await createEngineClient({
    databaseUrl: database.url,
    pool: database.pool,
    log: pino({ level: 'silent' }),
  })
})

afterEach(async () => {
  for (const worker of workers) worker.process.kill('SIGKILL')
  await Promise.all(workers.map((worker) => worker.exited))
  workers = []
})

afterAll(async () => {
  await engine.close()
  await database.close()
})

async function startWorkers(count: number, environment: Record<string, string> = {}): Promise<void> {
  workers = Array.from({ length: count }, () => startCountingWorker({ DATABASE_URL: database.url, ...environment }))
  await Promise.all(workers.map((worker) => worker.hear(/^ready/)))
}

const enqueue = (exportId: string) =>
  database.db.transaction().execute((trx) => engine.enqueueExport(trx, { exportId, organizationId: 'org_a' }))

/** The worker that says the line first, and the others. */
async function whoSays(line: string): Promise<[CountingWorker, CountingWorker[]]> {
  const speaker = await Promise.race(workers.map((worker) => worker.hear(line).then(() => worker)))
  return [speaker, workers.filter((worker) => worker !== speaker)]
}

/** Until a process whose event loop stands still has been ended for it. */
async function standStill(stallMs: string): Promise<void> {
  const env = { ...process.env, STALL_MS: stallMs }
  const [, signal] = await once(spawn(process.execPath, [stuckEntry], { env, stdio: 'inherit' }), 'exit')
  expect(signal).toBe('SIGKILL')
}

async function statusOf(exportId: string): Promise<string | undefined> {
  const { rows } = await database.pool.query('select status from dbos.workflow_status where workflow_uuid = $1', [
    exportId,
  ])
  return rows[0]?.status
}

test('work of a killed worker goes on elsewhere within five seconds, at the step it had reached', async () => {
  await startWorkers(2)
  await enqueue('slow-kill')
  const [victim, [heir]] = await whoSays('step slow-kill 2')

  victim.process.kill('SIGKILL')
  const killedAt = performance.now()
  await heir!.hear('step slow-kill 2')
  const seconds = (performance.now() - killedAt) / 1000

  await heir!.hear('done slow-kill')
  expect(heir!.said).not.toContain('step slow-kill 1')
  expect(seconds).toBeLessThan(5)
  console.log(`recovered ${seconds.toFixed(2)} s after kill -9`)
})

test('a worker that loses its lock ends itself, and its work is done once by another', async () => {
  await startWorkers(2)
  await enqueue('slow-fence')
  const [victim, [heir]] = await whoSays('step slow-fence 2')
  const executorId = victim.said[0]!.split(' ')[1]

  // Frozen, as by a suspended machine, while the database gives it up.
  victim.process.kill('SIGSTOP')
  await endLiveness(database.pool, executorId ?? '')
  await heir!.hear('done slow-fence')
  victim.process.kill('SIGCONT')

  expect(await victim.exited).toBe(1)
  expect(victim.said).not.toContain('step slow-fence 3')
  await expect.poll(() => statusOf('slow-fence')).toBe('SUCCESS')
})

test('work whose rows a frozen worker still holds in an open transaction is taken over all the same', async () => {
  await startWorkers(2)
  await enqueue('slow-held')
  const [victim, [heir]] = await whoSays('step slow-held 2')
  const executorId = victim.said[0]!.split(' ')[1]
  const session = new pg.Client({
    connectionString: database.url,
    application_name: enginePoolName(executorId ?? ''),
  })
  session.on('error', () => {})
  await session.connect()
  await session.query('begin')
  await session.query(`select from dbos.workflow_status where workflow_uuid = 'slow-held' for update`)

  victim.process.kill('SIGKILL')
  await heir!.hear('done slow-held')
})

test('a worker whose event loop stands still is ended, and its work goes on elsewhere', async () => {
  await startWorkers(2, { STALL_MS: '2000' })
  await enqueue('stuck-loop')
  const [victim, [heir]] = await whoSays('step stuck-loop 2')
  await victim.exited
  expect(victim.process.signalCode).toBe('SIGKILL')
  await heir!.hear('done stuck-loop')
  expect(heir!.said).not.toContain('step stuck-loop 1')
})

test('a worker that was stopped as a whole for longer than that goes on when it wakes', async () => {
  await startWorkers(1, { STALL_MS: '2000', HOLD_MS: '1' })
  const [sleeper] = workers
  sleeper!.process.kill('SIGSTOP')
  await standStill('2000')
  sleeper!.process.kill('SIGCONT')
  await enqueue('slow-woken')
  await sleeper!.hear('done slow-woken')
})

test('a worker asked to stop ends its running step first, and leaves the next to another', async () => {
  await startWorkers(2, { HOLD_MS: '1500' })
  await enqueue('slow-stop')
  const [leaver, [heir]] = await whoSays('step slow-stop 2')

  leaver.process.kill('SIGTERM')
  expect(await leaver.exited).toBe(0)
  await heir!.hear('done slow-stop')

  expect(heir!.said).toContain('step slow-stop 3')
  expect(heir!.said).not.toContain('step slow-stop 2')
})
