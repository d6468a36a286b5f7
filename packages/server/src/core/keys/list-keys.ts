import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface ListedKey {
  id: string
  name: string
  prefix: string
  scopes: ('read' | 'write')[]
  /** Null for all. */
  projectIds: string[] | null
  addresses: string[] | null
  createdAt: Date
  /** As in the audit log; and the name, where it was a person. */
  createdBy: string | null
  creatorName: string | null
  expiresAt: Date | null
  revokedAt: Date | null
  rotatedTo: string | null
  lastUsedAt: Date | null
  lastUsedAddress: string | null
}

export async function listKeys(db: Kysely<Tables>, organizationId: string): Promise<ListedKey[]> {
  return selectKeys(db, organizationId).orderBy('api_key.created_at').orderBy('api_key.id').execute()
}

/** One of them; undefined for another organization's, as for none. */
export async function findListedKey(
  db: Kysely<Tables>,
  organizationId: string,
  keyId: string,
): Promise<ListedKey | undefined> {
  return selectKeys(db, organizationId).where('api_key.id', '=', keyId).executeTakeFirst()
}

function selectKeys(db: Kysely<Tables>, organizationId: string) {
  return db
    .selectFrom('api_key')
    .leftJoin('person', (join) => join.on('person.id', '=', sql<string>`substr(created_by, 8)`))
    .select((column) => [
      'api_key.id',
      'api_key.name',
      'prefix',
      'scopes',
      column.ref('project_ids').as('projectIds'),
      'addresses',
      column.ref('api_key.created_at').as('createdAt'),
      column.ref('created_by').as('createdBy'),
      column.ref('person.name').as('creatorName'),
      column.ref('expires_at').as('expiresAt'),
      column.ref('revoked_at').as('revokedAt'),
      column.ref('rotated_to').as('rotatedTo'),
      column.ref('last_used_at').as('lastUsedAt'),
      column.ref('last_used_address').as('lastUsedAddress'),
    ])
    .where('organization_id', '=', organizationId)
}
