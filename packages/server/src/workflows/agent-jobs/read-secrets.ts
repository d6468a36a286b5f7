import { openCredential } from '../../core/credentials/open-credential.ts'
import { readCredentialSecret } from '../worker/read-credential.ts'
import type { WorkerContext } from '../worker/worker-context.ts'

type Keys = Pick<WorkerContext, 'db' | 'credentialKeys' | 'model'>

/** The key of the project's own model, if it has one. */
export async function readModelKey({ db, credentialKeys }: Keys, projectId: string): Promise<string | undefined> {
  const row = await db.selectFrom('project').select('model_credential').where('id', '=', projectId).executeTakeFirst()
  if (!row?.model_credential) return undefined
  if (!credentialKeys) throw new Error(`The project ${projectId} has a model key, but no key to open it is configured.`)
  return openCredential(row.model_credential, projectId, credentialKeys).secret
}

/** All that this turn works with and nobody may read in a transcript. */
export async function readSecrets(context: Keys, projectId: string): Promise<string[]> {
  const git = await readCredentialSecret(context, projectId)
  const model = await readModelKey(context, projectId)
  return [git, model, context.model?.apiKey].filter((secret) => secret !== undefined)
}
