import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Fleet, Worker } from './fleet.ts'

export interface Victim {
  worker: Worker
  /** Whether it held work when it was picked. */
  isBusy: boolean
}

// Between two exports all may be idle for a moment.
const patienceMs = 3_000

/** A worker that holds work, by chance among those; any other only where none holds any for some time. */
export async function pickBusy(pool: pg.Pool, fleet: Fleet): Promise<Victim> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await delay(20)) {
    const { rows } = await pool.query(`select distinct executor_id from dbos.workflow_status where status = 'PENDING'`)
    const busy = fleet.workers.filter(({ executorId }) => rows.some((row) => row.executor_id === executorId))
    const worker = busy[Math.floor(Math.random() * busy.length)]
    if (worker) return { worker, isBusy: true }
  }
  return { worker: fleet.pick(), isBusy: false }
}
