import pg from 'pg'

export interface Liveness {
  /** Runs on the connection that holds the lock, so that a dead connection is noticed by whoever asks. */
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>
  release(): Promise<void>
}

export interface LivenessOptions {
  databaseUrl: string
  executorId: string
  cores: number
  /** Maximum of connections that this process opens. */
  connections: number
  /** Called once, when the connection breaks. The process must end, because others may already have taken over. */
  onLost(cause: Error): void
}

/**
 * Shows other workers that this one is alive: a session advisory lock on a connection of its own, and a row that names the
 * worker. Postgres releases the lock when the socket closes, so no heartbeat is needed. The connection must not go through
 * a pooler in transaction mode.
 */
export async function holdLiveness(options: LivenessOptions): Promise<Liveness> {
  const { executorId, cores, connections } = options
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'bindery-liveness',
    keepAlive: true,
    // Longer than any pause of our own event loop: after one, timers fire before the answer that is there is read.
    query_timeout: 20_000,
    connectionTimeoutMillis: 10_000,
  })
  let lost = false
  const lose = (cause: Error) => {
    if (lost) return
    lost = true
    options.onLost(cause)
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('The database closed the connection that holds the liveness lock.')))
  await client.connect()
  // The server gives up on a host that fell off the network after 6 s; a closed socket it sees at once.
  await client.query(
    'set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3; set tcp_user_timeout = 6000',
  )
  await client.query(`select pg_advisory_lock(${lockOf('$1')})`, [executorId])
  const insert = 'insert into worker (id, cores, connections) values ($1, $2, $3)'
  await client.query(insert, [executorId, cores, connections])
  let last: Promise<unknown> = Promise.resolve()
  return {
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
      // One after the other: a connection has one question at a time.
      const asked = last.then(() => client.query<Row>(text, values))
      last = asked.catch(() => {})
      try {
        return (await asked).rows
      } catch (cause) {
        lose(cause as Error)
        throw cause
      }
    },
    async release() {
      lost = true
      await client.end()
    },
  }
}

/** The lock of the executor whose id the SQL expression gives. */
export function lockOf(expression: string): string {
  return `hashtextextended('bindery-executor:' || ${expression}, 0)`
}
