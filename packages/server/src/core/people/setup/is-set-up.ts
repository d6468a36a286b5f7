import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

/** Whether there is anybody who could sign in. */
export async function isSetUp(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select from person limit 1`.execute(db)
  return rows.length > 0
}
