import { randomUUID } from 'node:crypto'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor'
import { type EngineLog, toEngineLogger } from './engine-log.ts'
import { holdLiveness } from './hold-liveness.ts'
import { recoverDeadExecutors } from './recover-dead-executors.ts'
import { applicationName, applicationVersion, type Concurrency, queueNames } from './settings.ts'
import type { StepRunner } from './step.ts'

export interface EngineOptions {
  databaseUrl: string
  concurrency: Concurrency
  steps: StepRunner
  log: EngineLog
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
    await DBOS.launch()
    await registerQueues(options.concurrency)
  } catch (error) {
    await liveness.release()
    throw error
  }

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
    },
  }
}

/**
 * Limits of a worker only: these are enforced with SKIP LOCKED. Limits across workers would make every dequeue a
 * serializable transaction. An organization gets at most a fifth of a worker's parents, so that another's first export starts at
 * once behind any number of its own.
 */
async function registerQueues({ exports, chunks, edits, chunksOfOrganization }: Concurrency): Promise<void> {
  const register = (name: string, workerConcurrency: number, partitionWorkerConcurrency: number) =>
    DBOS.registerQueue(name, { workerConcurrency, partitionWorkerConcurrency, minPollingIntervalMs: 100 })
  await register(queueNames.exports, exports, Math.ceil(exports / 5))
  await register(queueNames.chunks, chunks, Math.min(chunks, chunksOfOrganization))
  await register(queueNames.edits, edits, Math.ceil(edits / 2))
}
