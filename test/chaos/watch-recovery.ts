import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Seconds until nothing is left that a dead worker owned; null when it owned nothing, then or when it was picked. */
export async function watchRecovery(pool: pg.Pool, executorId: string, isBusy: boolean): Promise<number | null> {
  const began = performance.now()
  let owned = isBusy
  while (performance.now() - began < 60_000) {
    const { rows } = await pool
      .query(`select 1 from dbos.workflow_status where executor_id = $1 and status = 'PENDING' limit 1`, [executorId])
      .catch(() => ({ rows: [1] }))
    if (rows.length === 0) return owned ? (performance.now() - began) / 1000 : null
    owned = true
    await delay(20)
  }
  return Number.POSITIVE_INFINITY
}
