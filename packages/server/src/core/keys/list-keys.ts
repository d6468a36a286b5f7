import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export async function listKeys(db: Kysely<Tables>, organizationId: string) {
  return db
    .selectFrom('api_key')
    .select((column) => [
      'id',
      'name',
      'prefix',
      'scopes',
      column.ref('project_ids').as('projectIds'),
      'addresses',
      column.ref('created_at').as('createdAt'),
      column.ref('expires_at').as('expiresAt'),
      column.ref('revoked_at').as('revokedAt'),
      column.ref('rotated_to').as('rotatedTo'),
      column.ref('last_used_at').as('lastUsedAt'),
      column.ref('last_used_address').as('lastUsedAddress'),
    ])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
