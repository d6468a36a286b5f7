import { once } from 'node:events'
import type { TestDatabase } from '../db/create-test-database.ts'

/** Reads the row of a job whenever the database says that one has changed, until it is as wanted. */
export async function waitForRow<Row>(
  { pool }: TestDatabase,
  read: () => Promise<Row>,
  isReached: (row: Row) => boolean,
): Promise<Row> {
  const client = await pool.connect()
  try {
    await client.query('listen job_changed')
    for (;;) {
      const changed = once(client, 'notification')
      const row = await read()
      if (isReached(row)) return row
      await changed
    }
  } finally {
    await client.query('unlisten *')
    client.release()
  }
}
