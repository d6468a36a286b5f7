import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * Waits for exports that complete at this moment. Each holds its own row and then its domain's, and a deletion takes the
 * domains first: without this the two would wait for each other.
 */
export async function awaitCompletions(
  trx: Transaction<Tables>,
  of: { projectId: string } | { organizationId: string },
): Promise<void> {
  await trx
    .selectFrom('export')
    .select('id')
    .where('status', 'in', ['queued', 'running'])
    .where((column) =>
      'projectId' in of ? column('project_id', '=', of.projectId) : column('organization_id', '=', of.organizationId),
    )
    .forUpdate()
    .execute()
}
