import { setTimeout as delay } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { type EngineLog, toEngineLogger } from './engine-log.ts'
import { createEnginePool } from './engine-pool.ts'
import { holdLiveness, type Liveness } from './hold-liveness.ts'
import type { Presence } from './presence.ts'
import { recoverDeadExecutors } from './recover-dead-executors.ts'
import { applicationName, applicationVersion, type Concurrency, listQueues } from './settings.ts'
import type { StepRunner } from './step.ts'
import { watchEventLoop } from './watch-event-loop.ts'

export interface EngineOptions {
  databaseUrl: string
  /** New at each start, so that a restarted worker is not mistaken for its predecessor. */
  executorId: string
  cores: number
  /** Maximum of the engine, and of the whole process. */
  connections: { engine: number; process: number }
  concurrency: Concurrency
  steps: StepRunner
  presence?: Presence | undefined
  log: EngineLog
  /** A worker whose event loop is blocked for this time is killed, so that others take over. */
  stallMs?: number
  /** The process must end immediately, because others may already have taken over. */
  onLost(cause: Error): void
}

export interface Engine {
  /** The connection with the liveness lock. */
  liveness: Liveness
  /** Takes no more work, lets running steps end for up to `graceMs`, and leaves the rest to the other workers. */
  stop(graceMs: number): Promise<void>
}

/** Timeout of the engine's shutdown once no step runs. */
const shutdownMs = 5_000

/** Starts this process as a worker. Workflows must be registered before, and only one engine runs in a process. */
export async function launchEngine(options: EngineOptions): Promise<Engine> {
  const { databaseUrl, executorId, log } = options
  const liveness = await holdLiveness({ ...options, connections: options.connections.process })
  options.presence?.connect(liveness)
  const pool = createEnginePool(databaseUrl, { worker: executorId, size: options.connections.engine })
  DBOS.setConfig({
    name: applicationName,
    systemDatabaseUrl: databaseUrl,
    systemDatabasePool: pool,
    applicationVersion,
    executorID: executorId,
    enablePatching: true,
    runMigrations: false,
    // Saves a connection: no workflow receives messages or events.
    useListenNotify: false,
    logger: toEngineLogger(log),
  })
  try {
    await DBOS.launch()
    for (const { name, ...settings } of listQueues(options.concurrency)) await DBOS.registerQueue(name, settings)
  } catch (error) {
    await pool.end()
    await liveness.release()
    throw error
  }

  const watch = watchEventLoop(options.stallMs ?? 20_000)
  const stopping = new AbortController()
  const recovery = { databaseUrl, liveness, executorId, log, signal: stopping.signal }
  const recovering = recoverDeadExecutors(recovery).catch(options.onLost)
  return {
    liveness,
    async stop(graceMs) {
      stopping.abort()
      await recovering
      // Not awaited: it stops dequeuing immediately, and then waits for workflows, many of which wait for others.
      const shutdown = DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: graceMs })
      const ended = await options.steps.drain(graceMs)
      if (!ended) log.warn({ part: 'engine', graceMs }, 'steps were still running; other workers repeat them')
      // Without connections the engine records nothing more, so that others continue these workflows where they are.
      const closed = pool.end()
      options.steps.abandon()
      await Promise.race([Promise.allSettled([closed, shutdown]), delay(shutdownMs)])
      await liveness.release()
      watch[Symbol.dispose]()
    },
  }
}
