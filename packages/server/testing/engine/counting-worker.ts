import { setTimeout as delay } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import pino from 'pino'
import { createDatabase } from '../../src/db/create-database.ts'
import { defaultConcurrency } from '../../src/engine/settings.ts'
import { createStepRunner } from '../../src/engine/step.ts'
import { openTestWorker } from './launch-test-engine.ts'

/**
 * A worker to be killed: `exportSite` counts to three, one step each, and says each step aloud. The second step of an
 * export whose id begins with `slow` takes `HOLD_MS`; that of the export named by `POISON` takes the worker down.
 * The second step of an export whose id begins with `stuck` blocks the event loop of the first worker that has it.
 * `renderChunk` says when it begins and when it ends, `HOLD_MS` later; `CHUNKS` of them may run at once.
 */
const holdMs = Number(process.env.HOLD_MS ?? 60_000)
const url = process.env.DATABASE_URL ?? ''
const worker = openTestWorker({ url, ...createDatabase(url, { connections: 4 }) })
const steps = createStepRunner({ work: 1, fetches: 1 }, worker)

async function exportSite(exportId: string): Promise<number> {
  for (const number of [1, 2, 3]) {
    await steps.step(`count-${number}`, { timeoutMs: 120_000 }, async (signal) => {
      // Before the step is announced, because a test may stop the worker then.
      const isFirst = await isFirstRun(exportId)
      say('step', exportId, number)
      if (process.env.POISON === exportId && number === 2) process.kill(process.pid, 'SIGKILL')
      if (exportId.startsWith('stuck') && number === 2 && isFirst) for (;;);
      const takesLong = exportId.startsWith('slow') && number === 2 && isFirst
      if (takesLong) await delay(holdMs, undefined, { signal })
      return number
    })
  }
  say('done', exportId)
  return 3
}

async function renderChunk(id: string): Promise<void> {
  await steps.step('render', { timeoutMs: 120_000 }, async (signal) => {
    say('begin', id)
    await delay(holdMs, undefined, { signal })
    say('end', id)
  })
}

/** Only the first run is held up; whoever takes over goes straight on. */
async function isFirstRun(exportId: string): Promise<boolean> {
  return (await DBOS.getWorkflowStatus(exportId))?.recoveryAttempts === 1
}

function say(...words: (string | number)[]): void {
  process.stdout.write(`${words.join(' ')}\n`)
}

DBOS.registerWorkflow(exportSite, { name: 'exportSite', maxRecoveryAttempts: Number(process.env.MAX_ATTEMPTS ?? 50) })
DBOS.registerWorkflow(renderChunk, { name: 'renderChunk' })
const chunks = Number(process.env.CHUNKS ?? 8)
const engine = await worker.launch({
  concurrency: { ...defaultConcurrency(2), chunks, chunksOfOrganization: chunks },
  steps,
  stallMs: Number(process.env.STALL_MS ?? 20_000),
  log: pino({ level: process.env.LOG ?? 'silent' }, pino.destination(2)),
  onLost(cause) {
    say('lost', cause.message)
    process.exit(1)
  },
})
process.on('SIGTERM', async () => {
  await engine.stop(25_000)
  say('stopped')
  process.exit(0)
})
say('ready', worker.executorId)
