import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readProject } from '../access/read-project.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

/** From the next step on the git host is asked as anybody is. */
export async function removeCredential(
  db: Kysely<Tables>,
  { projectId, organizationId }: { projectId: string; organizationId: string },
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await readProject(trx, { organizationId }, projectId)
    await trx.updateTable('project').set({ credential: null }).where('id', '=', projectId).execute()
    await recordAudit(trx, actor, { organizationId, action: 'credential.remove', target: projectId })
  })
}
