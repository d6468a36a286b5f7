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
  /** Fresh for each start: a restarted worker must not be taken for its dead predecessor, nor the other way round. */
  executorId: string
  cores: number
  /** Of the engine itself, and of the whole process. */
  connections: { engine: number; process: number }
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
  /** On the connection that shows that this worker lives. */
  liveness: Liveness
  /** Takes no more work, lets running steps end for up to `graceMs`, and leaves the rest to the other workers. */
  stop(graceMs: number): Promise<void>
}

/** What the engine itself may take to end when no step runs: workflows that wait for others never do. */
const shutdownMs = 1_000

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
    // Nothing here sends messages or waits for events, so a connection that listens would be of no use.
    useListenNotify: false,
    logger: toEngineLogger(log),
  })
  try {
    await DBOS.launch()
    for (const { name, ...settings } of listQueues(options.concurrency)) await DBOS.registerQueue(name, settings)
  } catch (error) {
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
      // Not awaited yet: it stops taking work at once, and then waits for workflows, of which many wait for others.
      const shutdown = DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: graceMs })
      const ended = await options.steps.drain(graceMs)
      if (!ended) log.warn({ part: 'engine', graceMs }, 'steps were still running; other workers repeat them')
      const isShutDown = await Promise.race([shutdown.then(() => true), delay(shutdownMs, false)])
      if (isShutDown) await pool.end()
      await liveness.release()
      watch[Symbol.dispose]()
    },
  }
}
