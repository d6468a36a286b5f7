import { type Kysely, sql } from 'kysely'
import type { Role, Tables } from '../../../db/tables.ts'

export async function listInvitations(db: Kysely<Tables>, organizationId: string) {
  return db
    .selectFrom('invitation')
    .select([
      sql<string>`encode(hash, 'hex')`.as('id'),
      'email',
      sql<Role>`role`.as('role'),
      'invited_by as invitedBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .execute()
}
