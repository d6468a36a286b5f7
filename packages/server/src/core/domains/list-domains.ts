import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export async function listDomains(db: Kysely<Tables>, organizationId: string) {
  return db
    .selectFrom('domain')
    .select((column) => [
      'name',
      column.ref('project_id').as('projectId'),
      column.ref('verified_at').as('verifiedAt'),
      column.ref('created_at').as('createdAt'),
      column.ref('published_at').as('publishedAt'),
      'token',
      sql<boolean>`pinned_at is not null`.as('isPinned'),
    ])
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .execute()
}
