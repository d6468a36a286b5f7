import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Locks the domains before the exports are deleted: an export that completes takes the two in the same order. */
export async function lockDomains(
  trx: Transaction<Tables>,
  of: { projectId: string } | { organizationId: string },
): Promise<void> {
  await trx
    .selectFrom('domain')
    .select('name')
    .where((column) =>
      'projectId' in of ? column('project_id', '=', of.projectId) : column('organization_id', '=', of.organizationId),
    )
    .orderBy('name')
    .forUpdate()
    .execute()
}
