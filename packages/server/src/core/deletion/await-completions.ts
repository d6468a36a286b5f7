import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * Waits for exports that complete at this moment. Each holds its own row and then its domain's, and a deletion takes the
 * domains first: without this the two would wait for each other.
 */
export async function awaitCompletions(
  trx: Transaction<Tables>,
  { projectId, organizationId }: { projectId?: string; organizationId?: string },
): Promise<void> {
  await trx
    .selectFrom('export')
    .select('id')
    .where('status', 'in', ['queued', 'running'])
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
    .forUpdate()
    .execute()
}
