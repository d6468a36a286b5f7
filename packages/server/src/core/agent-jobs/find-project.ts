import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Caller, isVisibleTo } from '../access/caller.ts'
import { AppError } from '../app-error.ts'

/**
 * Names no id: the answer for another organization's project is the same to the byte as for one that never was. A held
 * one cannot be deleted under what the transaction makes for it.
 */
export async function findProject(db: Kysely<Tables>, caller: Caller, projectId: string, { hold }: { hold: boolean }) {
  const found = await db
    .selectFrom('project')
    .select(['id', 'organization_id', 'repository', 'branch', 'model'])
    .where('id', '=', projectId)
    .where('organization_id', '=', caller.organization_id)
    .$if(hold, (query) => query.forKeyShare())
    .executeTakeFirst()
  if (found && isVisibleTo(caller, found.id)) return found
  throw new AppError('project_not_found', 'This organization has no project with this id.')
}
