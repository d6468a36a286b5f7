import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readProject } from '../access/read-project.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type CredentialKeys, expectKeys } from './credential-keys.ts'
import { sealCredential } from './seal-credential.ts'
import { checkCredential, type StoredCredential } from './stored-credential.ts'

interface NewCredential {
  projectId: string
  /** Whose project it must be; the operator need not say. */
  organizationId?: string
  credential: StoredCredential
}

export async function setCredential(
  db: Kysely<Tables>,
  request: NewCredential,
  actor: Actor,
  keys: CredentialKeys | undefined,
): Promise<void> {
  await db.transaction().execute((trx) => storeCredential(trx, request, actor, keys))
}

/** Write-only: nothing shows a credential again, and only the steps that talk to the git host open it. */
export async function storeCredential(
  trx: Transaction<Tables>,
  { projectId, organizationId, credential }: NewCredential,
  actor: Actor,
  keys: CredentialKeys | undefined,
): Promise<void> {
  const sealing = expectKeys(keys)
  checkCredential(credential)
  const { organization_id } = await readProject(trx, projectId, organizationId)
  await trx
    .updateTable('project')
    .set({ credential: sealCredential(credential, projectId, sealing) })
    .where('id', '=', projectId)
    .execute()
  await recordAudit(trx, actor, { organizationId: organization_id, action: 'credential.set', target: projectId })
}
