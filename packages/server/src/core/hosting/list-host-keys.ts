import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export function listHostKeys(db: Kysely<Tables>) {
  return db
    .selectFrom('host_key')
    .select([
      'id',
      'name',
      'prefix',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
      'last_used_at as lastUsedAt',
      'last_used_address as lastUsedAddress',
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
