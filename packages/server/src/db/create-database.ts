import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { markTransactions } from './in-transaction.ts'
import type { Tables } from './tables.ts'

export interface Database {
  db: Kysely<Tables>
  /** For hot statements, which are prepared by name and skip the query builder. */
  pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  connections?: number
  /** Shown in pg_stat_activity. */
  applicationName?: string
  /** How long a query waits for a connection: 10 s unless said otherwise. */
  connectionTimeoutMs?: number
  /** An idle connection that breaks is replaced by itself; this only hears of it. */
  onConnectionError?: (error: Error) => void
}

export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 20,
    application_name: options.applicationName ?? 'bindery',
    // Short, so that a lost database is a 503 with advice and not a pile of waiting requests.
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    statement_timeout: 30_000,
    // No transaction of ours waits for anything but the database. A frozen process holds its rows no longer than this,
    // so that whoever takes its work over is not held up for the ten seconds that are promised.
    idle_in_transaction_session_timeout: 8_000,
    keepAlive: true,
  })
  pool.on('error', (error) => options.onConnectionError?.(error))
  const db = markTransactions(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }))
  return { db, pool, close: () => db.destroy() }
}
