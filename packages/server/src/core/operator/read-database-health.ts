import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface DatabaseHealth {
  version: string
  bytes: number
  migrations: number
  lastMigration: string
  connections: number
  connectionsAllowed: number
}

/** One round trip: that it answers at all is the first thing to know. */
export async function readDatabaseHealth(db: Kysely<Tables>): Promise<DatabaseHealth> {
  const { rows } = await sql<DatabaseHealth>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from schema_migration) as migrations,
      (select max(name) from schema_migration) as "lastMigration",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "connectionsAllowed"`.execute(db)
  const [health] = rows
  if (!health) throw new Error('The database said nothing about itself.')
  return health
}
