import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Fleet } from './fleet.ts'
import { pickBusy } from './pick-busy.ts'
import { watchRecovery } from './watch-recovery.ts'

/**
 * Stops a worker in the middle of whatever it does, lets the others take its work over, and wakes it: it must notice
 * and end, and nothing it still wanted to write may change a thing. A stopped process keeps its sockets, so its lock is
 * taken from it as a network partition would.
 */
export async function freezeAndWake(pool: pg.Pool, fleet: Fleet): Promise<number | null> {
  const { worker, isBusy } = await pickBusy(pool, fleet)
  worker.child.kill('SIGSTOP')
  await pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and ((classid::bigint << 32) | objid::bigint) =
       hashtextextended('bindery-executor:' || $1, 0)`,
    [worker.executorId],
  )
  const seconds = await watchRecovery(pool, worker.executorId, isBusy)
  await delay(500 + Math.random() * 2_000)
  worker.child.kill('SIGCONT')
  await fleet.waitForEnd(worker)
  await fleet.grow()
  return seconds
}
