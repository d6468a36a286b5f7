import pg from 'pg'

/** Pool of the engine, named after its worker: a takeover terminates the connections of the dead worker by that name. */
export function createEnginePool(databaseUrl: string, { worker, size }: { worker: string; size: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    application_name: enginePoolName(worker),
    keepAlive: true,
    // Transactions of the engine only wait for the database, so an idle one belongs to a frozen process.
    idle_in_transaction_session_timeout: 3_000,
  })
  // Broken idle connections are replaced; a query on a broken one fails by itself.
  pool.on('error', () => {})
  return pool
}

export function enginePoolName(worker: string): string {
  return `bindery-engine ${worker}`
}
