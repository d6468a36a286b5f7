import { setTimeout as delay } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { EngineLog } from './engine-log.ts'
import { enginePoolName } from './engine-pool.ts'
import { type Liveness, lockOf } from './hold-liveness.ts'
import { applicationVersion } from './settings.ts'
import { takeOver } from './take-over.ts'

const lookEveryMs = 500
/** A frozen process that wakes up may claim work again before it ends, so lost workers are checked again. */
const lostEveryMs = 5_000
const lostForSeconds = 120
/** Finds work of workers that have no row, for example after a restore. */
const strayEveryMs = 60_000

/** Locks workers whose lock is free: their processes have ended. */
const takeLocks = `
  with other as materialized (select id from worker where id <> $1 and lost_at is null)
  select id from other where pg_try_advisory_lock(${lockOf('id')})`

const takeLocksOf = `select id from unnest($1::text[]) as id where pg_try_advisory_lock(${lockOf('id')})`

/** Ends connections of frozen processes, which may lock rows of the work that is taken over. */
const endSessions = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = any($1)`

interface Recovery {
  databaseUrl: string
  liveness: Liveness
  executorId: string
  log: EngineLog
  signal: AbortSignal
}

/**
 * Puts the work of dead workers back on its queues. A false positive is safe: the engine fences a run that lost its
 * workflow. `resumeWorkflows` is not used, because it revives cancelled workflows and resets the counter of attempts.
 */
export async function recoverDeadExecutors(recovery: Recovery): Promise<void> {
  const { liveness, executorId, signal } = recovery
  const looks = [
    { everyMs: lostEveryMs, list: listLost, nextAt: 0 },
    { everyMs: strayEveryMs, list: listStrays, nextAt: 0 },
  ]
  while (!signal.aborted) {
    // ±20 %, so that workers started together do not all ask at once.
    await delay(lookEveryMs * (0.8 + 0.4 * Math.random()), undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    await recover(recovery, await liveness.query<Dead>(takeLocks, [executorId]))
    for (const look of looks.filter(({ nextAt }) => nextAt <= performance.now())) {
      look.nextAt = performance.now() + look.everyMs
      await recover(recovery, await lockOwners(recovery, look.list))
    }
  }
}

interface Dead {
  id: string
}

/** A failed takeover is repeated in the next round. */
async function recover({ databaseUrl, liveness, executorId, log }: Recovery, dead: Dead[]): Promise<void> {
  if (dead.length === 0) return
  const ids = dead.map(({ id }) => id)
  try {
    await liveness.query(endSessions, [ids.map(enginePoolName)])
    await takeOver({ databaseUrl, worker: executorId, dead: ids }, async (id) => {
      await liveness.query('update worker set lost_at = now() where id = $1', [id])
      log.warn({ part: 'engine', executor: id }, 'took over the work of a dead worker')
    })
  } catch (err) {
    log.error(
      { part: 'engine', executors: ids, err },
      'could not take over the work of dead workers; it is tried again',
    )
  } finally {
    await liveness.query(`select pg_advisory_unlock(${lockOf('id')}) from unnest($1::text[]) as id`, [ids])
  }
}

/** Lists recently lost workers that own work again, and deletes the rows of the others. */
async function listLost(liveness: Liveness): Promise<string[]> {
  const text = `delete from worker where lost_at < now() - make_interval(secs => $1)`
  await liveness.query(text, [lostForSeconds])
  const lost = await liveness.query<Dead>('select id from worker where lost_at is not null', [])
  if (lost.length === 0) return []
  return listOwners({ executorId: lost.map(({ id }) => id) })
}

async function listStrays(liveness: Liveness): Promise<string[]> {
  const owners = await listOwners({})
  const text =
    'select id from unnest($1::text[]) as owner (id) where not exists (select from worker where worker.id = owner.id)'
  return (await liveness.query<Dead>(text, [owners])).map(({ id }) => id)
}

/** Lists executors with unfinished work. */
async function listOwners(which: { executorId?: string[] }): Promise<string[]> {
  const work = await DBOS.listWorkflows({
    ...which,
    status: 'PENDING',
    applicationVersion,
    loadInput: false,
    loadOutput: false,
  })
  return [...new Set(work.flatMap(({ executorId }) => executorId ?? []))]
}

/** Returns none when the engine's connections are busy; the next round looks again. */
async function lockOwners({ liveness, executorId, log }: Recovery, list: typeof listLost): Promise<Dead[]> {
  const owners = await list(liveness).catch((err: unknown) => {
    log.warn({ part: 'engine', err }, 'could not look for the work of dead workers; it is tried again')
    return []
  })
  const others = owners.filter((id) => id !== executorId)
  return others.length === 0 ? [] : liveness.query<Dead>(takeLocksOf, [others])
}
