import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { lockOf } from '../../engine/hold-liveness.ts'

export interface LiveWorker {
  /** Where its connection comes from; null on the database's own host. */
  address: string | null
  since: Date
  running: number
}

/**
 * The workers that hold their liveness lock right now. Whose lock it is can only be told by what he works on: the key is
 * a hash of the executor's id.
 */
export async function listWorkers(db: Kysely<Tables>): Promise<LiveWorker[]> {
  const { rows } = await sql<LiveWorker>`
    select host(a.client_addr) as address, a.backend_start as since,
      (select count(*)::int from dbos.workflow_status w
        where w.status = 'PENDING'
          and ${sql.raw(lockOf('w.executor_id'))} = (l.classid::bigint << 32 | l.objid::bigint)) as running
    from pg_stat_activity a
    join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.objsubid = 1 and l.granted
    where a.datname = current_database() and a.application_name = 'bindery-liveness'
    order by a.backend_start limit 100`.execute(db)
  return rows
}
