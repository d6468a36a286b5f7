import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** What was deleted and has files, or work in the engine, yet. */
export async function listDeletions(db: Kysely<Tables>) {
  return db
    .selectFrom('deletion')
    .select((column) => [
      column.ref('organization_id').as('organization'),
      column.ref('requested_at').as('requestedAt'),
      column.fn<number>('cardinality', ['prefixes']).as('folders'),
      column.fn<number>('cardinality', ['workflows']).as('jobs'),
    ])
    .orderBy('requested_at')
    .execute()
}
