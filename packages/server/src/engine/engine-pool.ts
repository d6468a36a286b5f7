import pg from 'pg'

/** The engine's connections, by a name of ours: whoever takes over the work of a dead worker ends them by it. */
export function createEnginePool(databaseUrl: string, { worker, size }: { worker: string; size: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    application_name: enginePoolName(worker),
    keepAlive: true,
    // The engine's transactions wait for nothing but the database, so an open one is that of a frozen process.
    idle_in_transaction_session_timeout: 3_000,
  })
  // A connection that breaks while idle is replaced; what breaks in use is an error of whoever used it.
  pool.on('error', () => {})
  return pool
}

/** In SQL the same: see `endSessionsOfDead`. */
export function enginePoolName(worker: string): string {
  return `bindery-engine ${worker}`
}
