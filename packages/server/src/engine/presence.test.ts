import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/db/create-test-database.ts'
import { openTestWorker } from '../../testing/engine/launch-test-engine.ts'
import { createPresence } from './presence.ts'
import { createStepRunner } from './step.ts'
import { listBusyWork } from './workflow-records.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const database = await createTestDatabase()
const worker = openTestWorker(database)
const ended = new Set<string>()
const presence = createPresence(async (job) => !ended.has(job))
const steps = createStepRunner({ work: 1, fetches: 1 }, { ...worker, presence })
let stop: () => Promise<void>
/** What the workflow of this id does. */
const work = new Map<string, () => Promise<void>>()

const run = DBOS.registerWorkflow(
  presence.around(async () => work.get(DBOS.workflowID ?? '')?.()),
  { name: 'presence-test' },
)

beforeAll(async () => {
  const engine = await worker.launch({ steps, presence, log })
  stop = () => engine.stop(1_000)
})
afterAll(async () => {
  await stop?.()
  await database.close()
})

async function start(id: string, does: () => Promise<void>) {
  work.set(id, does)
  return DBOS.startWorkflow(run, { workflowID: id })()
}
const isBusy = async (id: string) => (await listBusyWork(database.db, [id, 'another'])).includes(id)

test('a job is busy for as long as one of its workflows runs, and no other is', async () => {
  const job = `se_${randomUUID()}`
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  expect(await isBusy(job)).toBe(false)
  const parent = await start(job, () => first.promise)
  const chunk = await start(`${job}:c0`, () => second.promise)
  await expect.poll(() => isBusy(job)).toBe(true)
  expect(await isBusy(`${job}0`)).toBe(false)
  first.resolve()
  await parent.getResult()
  expect(await isBusy(job)).toBe(true)
  second.resolve()
  await chunk.getResult()
  await expect.poll(() => isBusy(job)).toBe(false)
})

test('a step that was given up keeps its job busy until it ends', async () => {
  const job = `aj_${randomUUID()}:t1`
  const late = Promise.withResolvers<void>()
  const handle = await start(job, async () => {
    await steps.step('late', { timeoutMs: 1 }, () => late.promise).catch(() => {})
  })
  await handle.getResult()
  await setImmediate()
  expect(await isBusy(job)).toBe(true)
  late.resolve()
  await expect.poll(() => isBusy(job)).toBe(false)
})

test('a workflow whose job ended before it entered does nothing', async () => {
  const job = `aj_${randomUUID()}:t1`
  let isDone = false
  const blocking = await database.pool.connect()
  // Between the engine's start of it and our entry: the lock is not to be had until the job has ended.
  await blocking.query(`select pg_advisory_lock(hashtextextended('bindery-job:' || $1, 0))`, [job])
  await start(job, async () => {
    isDone = true
  })
  ended.add(job)
  await blocking.query(`select pg_advisory_unlock_all()`)
  blocking.release()
  await expect.poll(() => isBusy(job)).toBe(false)
  await DBOS.cancelWorkflow(job)
  expect(isDone).toBe(false)
})
