import { randomUUID } from 'node:crypto'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor'
import { type EngineLog, toEngineLogger } from './engine-log.ts'
import { holdLiveness } from './hold-liveness.ts'
import { listWidths } from './own-widths.ts'
import { changePolls } from './poll-queues.ts'
import type { Presence } from './presence.ts'
import { recoverDeadExecutors } from './recover-dead-executors.ts'
import { applicationName, applicationVersion, type Concurrency, defaultConcurrency } from './settings.ts'
import type { StepRunner } from './step.ts'
import { watchEventLoop } from './watch-event-loop.ts'

export interface EngineOptions {
  databaseUrl: string
  concurrency: Concurrency
  steps: StepRunner
  presence?: Presence | undefined
  log: EngineLog
  /** A worker whose event loop stands still for so long ends, so that others take its work over. */
  stallMs?: number
  /** Others may have taken our work: the process must end at once. */
  onLost(cause: Error): void
}

export interface Engine {
  executorId: string
  /** Takes no more work, lets running steps end for up to `graceMs`, and leaves the rest to the other workers. */
  stop(graceMs: number): Promise<void>
}

/** Starts this process as a worker. Workflows must be registered before, and only one engine runs in a process. */
export async function launchEngine(options: EngineOptions): Promise<Engine> {
  const { databaseUrl, log } = options
  // Fresh for each start: a restarted worker must not be taken for its dead predecessor, nor the other way round.
  const executorId = randomUUID()
  const liveness = await holdLiveness({ databaseUrl, executorId, onLost: options.onLost })
  options.presence?.connect(liveness)
  DBOS.setConfig({
    name: applicationName,
    systemDatabaseUrl: databaseUrl,
    applicationVersion,
    executorID: executorId,
    enablePatching: true,
    runMigrations: false,
    logger: toEngineLogger(log),
  })
  try {
    changePolls(listWidths(options.concurrency))
    await DBOS.launch()
    await registerQueues()
  } catch (error) {
    await liveness.release()
    throw error
  }

  const watch = watchEventLoop(options.stallMs ?? 20_000)
  const stopping = new AbortController()
  const recovering = recoverDeadExecutors({ liveness, executorId, log, signal: stopping.signal }).catch(options.onLost)
  return {
    executorId,
    async stop(graceMs) {
      stopping.abort()
      await recovering
      await DBOSExecutor.globalInstance?.deactivateEventReceivers()
      const ended = await options.steps.drain(graceMs)
      if (!ended) log.warn({ part: 'engine', graceMs }, 'steps were still running; other workers repeat them')
      await DBOS.shutdown({ deregister: true })
      await liveness.release()
      watch[Symbol.dispose]()
    },
  }
}

/**
 * Limits of a worker only: these are enforced with SKIP LOCKED. Limits across workers would make every dequeue a
 * serializable transaction. The same for all, since these rows are; each worker goes by widths of its own.
 */
async function registerQueues(): Promise<void> {
  for (const [name, width] of Object.entries(listWidths(defaultConcurrency(1)))) {
    // A commit waits half of this for its worker. To ask is cheap: see `changePolls`.
    await DBOS.registerQueue(name, { ...width, minPollingIntervalMs: 50 })
  }
}
