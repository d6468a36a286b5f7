import { type Kysely, sql } from 'kysely'
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

/** Another one after each deletion; undefined while one is under way. */
export async function readDeletionMark(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ mark: string }>`
    select coalesce(pg_sequence_last_value('deletion_id_seq'), 0)::text as mark
    where not exists (select from deletion)`.execute(db)
  return rows[0]?.mark
}
