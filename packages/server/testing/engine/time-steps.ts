import { DBOS } from '@dbos-inc/dbos-sdk'
import pino from 'pino'
import { createStepRunner } from '../../src/engine/step.ts'
import { createTestDatabase } from '../db/create-test-database.ts'
import { openTestWorker } from './launch-test-engine.ts'

const steps = 200
const rounds = 5

/**
 * `node packages/server/testing/engine/time-steps.ts`: milliseconds of an empty step, of the engine alone and with its row in
 * `job_step`.
 */
async function timeSteps(): Promise<{ engineStepMs: number; stepMs: number }> {
  const database = await createTestDatabase()
  const worker = openTestWorker(database)
  const runner = createStepRunner({ work: 1, fetches: 1 }, { records: worker.records })
  const empty = async () => {}
  const ways = {
    engine: DBOS.registerWorkflow(() => repeat(() => DBOS.runStep(empty, { name: 'empty' })), { name: 'engine' }),
    recorded: DBOS.registerWorkflow(() => repeat(() => runner.step('empty', { timeoutMs: 60_000 }, empty)), {
      name: 'recorded',
    }),
  }
  const engine = await worker.launch({ steps: runner, log: pino({ level: 'silent' }) })
  const times = { engine: [] as number[], recorded: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const way of ['engine', 'recorded'] as const) {
      times[way].push(await (await DBOS.startWorkflow(ways[way])()).getResult())
    }
  }
  await engine.stop(0)
  await database.close()
  return { engineStepMs: median(times.engine), stepMs: median(times.recorded) }
}

async function repeat(step: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  for (let n = 0; n < steps; n++) await step()
  return (performance.now() - begin) / steps
}

function median(values: number[]): number {
  return Number((values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(2))
}

console.log(JSON.stringify(await timeSteps()))
