import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readProject } from '../access/read-project.ts'
import type { Scope } from '../access/scope.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { parseException, type SecretRules } from '../secrets/secret-rules.ts'

/** For exports that begin from now on. */
export async function setSecretRules(
  db: Kysely<Tables>,
  scope: Scope,
  projectId: string,
  { found, exceptions }: SecretRules,
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { organization_id } = await readProject(trx, scope, projectId)
    await trx
      .updateTable('project')
      .set({ secrets_found: found, secret_exceptions: exceptions.map(parseException) })
      .where('id', '=', projectId)
      .execute()
    await recordAudit(trx, actor, { organizationId: organization_id, action: 'project.secrets', target: projectId })
  })
}
