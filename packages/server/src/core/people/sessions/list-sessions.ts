import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

export async function listSessions(db: Kysely<Tables>, personId: string) {
  return db
    .selectFrom('session')
    .select((column) => [
      sql<string>`encode(hash, 'hex')`.as('id'),
      'address',
      'agent',
      column.ref('created_at').as('createdAt'),
      column.ref('seen_at').as('seenAt'),
    ])
    .where('person_id', '=', personId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('seen_at', 'desc')
    .execute()
}
