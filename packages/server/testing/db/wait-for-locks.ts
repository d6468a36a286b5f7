import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Resolves when so many connections of this database wait for a lock that another holds. */
export async function waitForLocks(pool: pg.Pool, count: number, longestMs = 30_000): Promise<void> {
  const text = `select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  for (const began = performance.now(); ; await delay(10)) {
    const { rows } = await pool.query<{ count: number }>(text)
    if (rows[0]?.count === count) return
    if (performance.now() - began > longestMs) throw new Error(`${rows[0]?.count} wait for a lock, and not ${count}.`)
  }
}
