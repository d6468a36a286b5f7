import { openCredential } from '../core/credentials/open-credential.ts'
import type { GitCredential } from '../git/git-environment.ts'
import type { WorkerContext } from './worker-context.ts'

/** The git credential of a project: to fetch with, and to see that no page gives it away. */
export async function readCredential(
  { db, credentialKeys }: Pick<WorkerContext, 'db' | 'credentialKeys'>,
  projectId: string,
): Promise<GitCredential | undefined> {
  const project = await db.selectFrom('project').select('credential').where('id', '=', projectId).executeTakeFirst()
  if (!project?.credential) return undefined
  if (!credentialKeys)
    throw new Error(`The project ${projectId} has a credential, but no key to open it is configured.`)
  return openCredential(project.credential, projectId, credentialKeys)
}
