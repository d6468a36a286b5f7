import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readProject } from '../access/read-project.ts'
import type { Scope } from '../access/scope.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type CredentialKeys, expectKeys } from './credential-keys.ts'
import { sealCredential } from './seal-credential.ts'
import { checkCredential, type StoredCredential } from './stored-credential.ts'

interface NewCredential {
  projectId: string
  credential: StoredCredential
}

export async function setCredential(
  db: Kysely<Tables>,
  scope: Scope,
  request: NewCredential,
  actor: Actor,
  keys: CredentialKeys | undefined,
): Promise<void> {
  await db.transaction().execute((trx) => storeCredential(trx, scope, request, actor, keys))
}

/** Write-only: nothing shows a credential again, and only the steps that talk to the git host open it. */
export async function storeCredential(
  trx: Transaction<Tables>,
  scope: Scope,
  { projectId, credential }: NewCredential,
  actor: Actor,
  keys: CredentialKeys | undefined,
): Promise<void> {
  const sealing = expectKeys(keys)
  checkCredential(credential)
  const { organization_id } = await readProject(trx, scope, projectId)
  await trx
    .updateTable('project')
    .set({ credential: sealCredential(credential, projectId, sealing) })
    .where('id', '=', projectId)
    .execute()
  await recordAudit(trx, actor, { organizationId: organization_id, action: 'credential.set', target: projectId })
}
