import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { OperatorError } from '../operator-error.ts'
import { readProject } from '../projects/read-project.ts'
import type { CredentialKeys } from './credential-keys.ts'
import { sealCredential } from './seal-credential.ts'
import { checkCredential, type StoredCredential } from './stored-credential.ts'

/** Write-only: nothing shows a credential again, and only the steps that talk to the git host open it. */
export async function setCredential(
  db: Kysely<Tables>,
  { projectId, credential }: { projectId: string; credential: StoredCredential },
  actor: Actor,
  keys: CredentialKeys | undefined,
): Promise<void> {
  if (!keys) {
    throw new OperatorError(
      'Credentials are kept encrypted, and there is no key for that. Set BINDERY_CREDENTIAL_KEY for every process; `openssl rand -base64 32` makes one.',
    )
  }
  checkCredential(credential)
  await db.transaction().execute(async (trx) => {
    const { organization_id } = await readProject(trx, projectId)
    await trx
      .updateTable('project')
      .set({ credential: sealCredential(credential, projectId, keys) })
      .where('id', '=', projectId)
      .execute()
    await recordAudit(trx, actor, { organizationId: organization_id, action: 'credential.set', target: projectId })
  })
}
