import { type Kysely, sql } from 'kysely'
import type { Log } from '../ops/log.ts'
import type { Tables } from './tables.ts'

interface Use {
  allowed: number
  ofWorkers: number
  apis: number
}

/** Logs the maximum of this process, and warns when all processes together may exceed `max_connections`. */
export async function checkConnections(db: Kysely<Tables>, own: number, log: Log): Promise<void> {
  log.info({ connections: own }, `this process opens at most ${own} connections to the database`)
  const { rows } = await sql<Use>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
      (select coalesce(sum(connections), 0)::int from worker where lost_at is null) as "ofWorkers",
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = 'bindery-watch') as apis`.execute(db)
  const { allowed, ofWorkers, apis } = rows[0] as Use
  // Each API process has one connection of that name. Its maximum is not stored; it is assumed to be the same.
  const together = ofWorkers + apis * own
  if (together <= allowed) return
  log.warn(
    { together, allowed },
    `all processes together may open ${together} connections, and the database accepts ${allowed}: lower BINDERY_DATABASE_CONNECTIONS, or raise max_connections of Postgres`,
  )
}
