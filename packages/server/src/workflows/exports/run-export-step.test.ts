import { setTimeout as delay } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/db/create-test-database.ts'
import { openTestWorker } from '../../../testing/engine/launch-test-engine.ts'
import { ExportFailure } from '../../core/exports/export-failure.ts'
import type { Engine } from '../../engine/launch-engine.ts'
import { createStepRunner } from '../../engine/step.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { createExportStep } from './run-export-step.ts'
import { readFailure } from './to-failure.ts'

const log = pino({ level: 'silent' })
const database = await createTestDatabase()
const worker = openTestWorker(database)
const steps = createStepRunner({ work: 1, fetches: 1 }, worker)
const step = createExportStep(steps, log)
let engine: Engine
let tries = 0

const refused = DBOS.registerWorkflow(
  () =>
    step('plan', { timeoutMs: 1_000 }, async () => {
      tries += 1
      throw new ExportFailure('ref_not_found', 'The repository has no such branch.')
    }),
  { name: 'refused' },
)
const unlucky = DBOS.registerWorkflow(
  () =>
    step('archive', { timeoutMs: 1_000, attempts: 2 }, async () => {
      tries += 1
      throw new StorageError('unavailable', 'The storage said no.')
    }),
  { name: 'unlucky' },
)
const slow = DBOS.registerWorkflow(
  () =>
    step('render', { timeoutMs: 100, attempts: 1 }, (signal) => new Promise((_, reject) => onAbort(signal, reject))),
  { name: 'slow' },
)
const deaf = DBOS.registerWorkflow(() => step('finish', { timeoutMs: 100, attempts: 1 }, () => new Promise(() => {})), {
  name: 'deaf',
})

function onAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  signal.addEventListener('abort', () => reject(signal.reason))
}

beforeAll(async () => {
  engine = await worker.launch({ steps, log })
})
afterAll(async () => {
  await engine.stop(1_000)
  await database.close()
})

/** What the engine remembers of how the workflow ended, as a parent or a replay would see it. */
async function rememberedFailure(workflow: () => Promise<unknown>): Promise<ExportFailure> {
  tries = 0
  const handle = await DBOS.startWorkflow(workflow)()
  await handle.getResult().catch(() => {})
  return readFailure((await handle.getStatus())?.error)
}

test('a failure keeps its code and sentence in the engine’s memory, and is not tried again', async () => {
  const failure = await rememberedFailure(refused)
  expect(failure).toMatchObject({ code: 'ref_not_found', message: 'The repository has no such branch.' })
  expect(tries).toBe(1)
})

test('what may pass is tried again, and then says what it was', async () => {
  expect(await rememberedFailure(unlucky)).toMatchObject({ code: 'storage_unavailable' })
  expect(tries).toBe(2)
})

test('a step that takes too long is told to stop, and the job will say so', async () => {
  expect(await rememberedFailure(slow)).toMatchObject({ code: 'timed_out' })
})

test('a step that does not listen is given up all the same', async () => {
  const waiting = delay(10_000, { code: 'still waiting' })
  expect(await Promise.race([rememberedFailure(deaf), waiting])).toMatchObject({ code: 'timed_out' })
})

test('no cause is written into the engine’s tables: it may hold what only the operator should see', async () => {
  await rememberedFailure(unlucky)
  const { rows } = await database.pool.query(
    `select count(*)::int as n from dbos.operation_outputs where error like '%said no%'`,
  )
  expect(rows[0].n).toBe(0)
})
