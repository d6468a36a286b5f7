import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startOwnPostgres } from '../../../../test/chaos/own-postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { type CountingWorker, endLiveness, startCountingWorker } from '../../testing/engine/start-counting-worker.ts'
import { createDatabase, type Database } from '../db/create-database.ts'
import { migrate } from '../db/migrate.ts'
import { createEngineClient } from './create-engine-client.ts'
import { migrateEngine } from './migrate-engine.ts'

type Server = Database & { url: string }

const log = pino({ level: 'silent' })
let database: TestDatabase
let workers: CountingWorker[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})

afterEach(async () => {
  for (const worker of workers) worker.process.kill('SIGKILL')
  await Promise.all(workers.map((worker) => worker.exited))
})

afterAll(() => database.close())

const timeoutMs = 10_000

/** Kills one of three workers during an export whose row is locked, so that its takeover has to wait. */
async function holdTakeover(exportId: string, server: Server = database) {
  workers = Array.from({ length: 3 }, () => startCountingWorker({ DATABASE_URL: server.url }))
  await Promise.all(workers.map((worker) => worker.hear(/^ready/)))
  await enqueue(exportId, server)
  const line = `step ${exportId} 2`
  const victim = await Promise.race(workers.map((worker) => worker.hear(line).then(() => worker)))
  const others = workers.filter((worker) => worker !== victim)
  const holder = new pg.Client({ connectionString: server.url })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from dbos.workflow_status where workflow_uuid = $1 for update', [exportId])
  victim.process.kill('SIGKILL')
  const [taker, other] = await findTaker(others, server)
  return {
    taker,
    other,
    victimId: idOf(victim),
    release: async () => {
      await holder.query('rollback')
      await holder.end()
    },
  }
}

async function enqueue(exportId: string, { url, pool, db }: Server): Promise<void> {
  const engine = await createEngineClient({ databaseUrl: url, pool, log })
  await db.transaction().execute((trx) => engine.enqueueExport(trx, { exportId, organizationId: 'org_a' }))
  await engine.close()
}

const idOf = ({ said }: CountingWorker) => said[0]?.split(' ')[1] ?? ''

/** Returns the worker whose takeover waits for the row, and the other one. */
async function findTaker(others: CountingWorker[], { pool }: Server): Promise<[CountingWorker, CountingWorker]> {
  const text = `select application_name as name from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name like 'bindery-engine %'`
  let taker: CountingWorker | undefined
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ name: string }>(text)
      taker = others.find((worker) => rows.some(({ name }) => name.endsWith(idOf(worker))))
      return taker
    })
    .toBeDefined()
  const other = others.find((worker) => worker !== taker)
  if (!taker || !other) throw new Error('No other worker is left.')
  return [taker, other]
}

async function expectSoon(began: number, line: string, among: CountingWorker[]): Promise<void> {
  await Promise.race(among.map((worker) => worker.hear(line)))
  const ms = performance.now() - began
  console.log(`${line} after ${(ms / 1000).toFixed(1)} s`)
  expect(ms).toBeLessThan(timeoutMs)
}

test('a takeover that is held for three seconds goes on', async () => {
  const { taker, other, release } = await holdTakeover('slow-held')
  const began = performance.now()
  setTimeout(release, 3_000)
  await expectSoon(began, 'step slow-held 2', [taker, other])
})

test('when the worker that takes over is killed, another one takes over', async () => {
  const { taker, other, release } = await holdTakeover('slow-killed')
  const began = performance.now()
  taker.process.kill('SIGKILL')
  await release()
  await expectSoon(began, 'step slow-killed 2', [other])
})

test('when the worker that takes over is frozen and loses its lock, another one takes over, and it ends when woken', async () => {
  const { taker, other, release } = await holdTakeover('slow-frozen')
  taker.process.kill('SIGSTOP')
  const began = performance.now()
  await endLiveness(database.pool, idOf(taker))
  await release()
  await expectSoon(began, 'step slow-frozen 2', [other])
  taker.process.kill('SIGCONT')
  expect(await taker.exited).toBe(1)
  await other.hear('done slow-frozen')
})

test('work that a worker claims after its other work was taken over is taken over too', async () => {
  const { taker, other, victimId, release } = await holdTakeover('slow-woken')
  await release()
  await Promise.race([taker, other].map((worker) => worker.hear('done slow-woken')))
  const copy = (table: string, changes: string) =>
    database.pool.query(
      `insert into dbos.${table} select (jsonb_populate_record(t, ${changes})).* from dbos.${table} t where workflow_uuid = $1`,
      ['slow-woken'],
    )
  await copy('workflow_input', `'{"workflow_uuid": "claimed"}'`)
  const claim = { workflow_uuid: 'claimed', status: 'PENDING', executor_id: victimId, output: null, completed_at: null }
  await copy('workflow_status', `'${JSON.stringify(claim)}'`)
  const text = `select status from dbos.workflow_status where workflow_uuid = 'claimed'`
  const readStatus = async () => (await database.pool.query(text)).rows[0]?.status
  await expect.poll(readStatus, { timeout: timeoutMs }).toBe('SUCCESS')
})

test('when the database restarts during a takeover, a worker that is started again takes over', async () => {
  await using postgres = await startOwnPostgres()
  await migrate(postgres.url)
  await migrateEngine(postgres.url)
  await using server = openServer(postgres.url)
  const { taker, other } = await holdTakeover('slow-restart', server)
  await postgres.crashAndRestart()
  expect(await Promise.all([taker.exited, other.exited])).toEqual([1, 1])
  // As a supervisor does.
  const next = startCountingWorker({ DATABASE_URL: postgres.url })
  workers.push(next)
  await next.hear(/^ready/)
  await expectSoon(performance.now(), 'step slow-restart 2', [next])
})

function openServer(url: string): Server & AsyncDisposable {
  const opened = createDatabase(url, { connections: 4 })
  return { ...opened, url, [Symbol.asyncDispose]: () => opened.close() }
}
