import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export async function listOrganizations(db: Kysely<Tables>) {
  return db
    .selectFrom('organization')
    .select((column) => [
      'id',
      'name',
      'plan',
      'limits',
      column.ref('suspended_at').as('suspendedAt'),
      column.ref('created_at').as('createdAt'),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
