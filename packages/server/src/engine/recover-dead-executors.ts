import { setTimeout as delay } from 'node:timers/promises'
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor'
import type { EngineLog } from './engine-log.ts'
import { type Liveness, lockOf } from './hold-liveness.ts'
import { applicationVersion } from './settings.ts'

/** Ids that own running work and whose lock is free: their processes are gone. Whoever asks holds those locks now. */
const takeLocksOfDead = `
  with owners as materialized (
    select distinct executor_id from dbos.workflow_status
    where status = 'PENDING' and executor_id <> $1 and application_version = $2
  )
  select executor_id as id from owners where pg_try_advisory_lock(${lockOf('executor_id')})`

/**
 * The engine names its connections after the executor. A frozen process, or one cut off by the network, keeps them, and
 * in an open transaction the rows of the very work that is to be taken over: recovery once stood still for 60 s.
 */
const endSessionsOfDead = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'dbos_transact_' || $1 || '_' || $2`

/**
 * Puts the work of dead workers back on its queues, twice a second. A wrong verdict is safe: the engine fences a run
 * that lost its workflow. `resumeWorkflows` would not do here, it sets the counter to zero that stops a poison job.
 */
export async function recoverDeadExecutors(options: {
  liveness: Liveness
  executorId: string
  log: EngineLog
  signal: AbortSignal
}): Promise<void> {
  const { liveness, executorId, log, signal } = options
  while (!signal.aborted) {
    // ±20 %, so that workers started together do not all ask at once.
    await delay(500 * (0.8 + 0.4 * Math.random()), undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const dead = await liveness.query<{ id: string }>(takeLocksOfDead, [executorId, applicationVersion])
    for (const { id } of dead) {
      await liveness.query(endSessionsOfDead, [id, applicationVersion])
      await recoverOne(id, log)
      await liveness.query(`select pg_advisory_unlock(${lockOf('$1')})`, [id])
    }
  }
}

/** A failure is left to the next round. */
async function recoverOne(id: string, log: EngineLog): Promise<void> {
  try {
    const workflows = (await DBOSExecutor.globalInstance?.recoverPendingWorkflows([id]))?.length
    log.warn({ part: 'engine', executor: id, workflows }, 'took over the work of a dead worker')
  } catch (err) {
    log.error({ part: 'engine', executor: id, err }, 'could not take over the work of a dead worker')
  }
}
