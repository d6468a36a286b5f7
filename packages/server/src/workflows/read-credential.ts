import { openCredential } from '../core/credentials/open-credential.ts'
import { isGithubApp, type StoredCredential, secretOf } from '../core/credentials/stored-credential.ts'
import type { GitCredential } from '../git/git-environment.ts'
import { mintAppToken } from '../git/hosts/mint-app-token.ts'
import type { WorkerContext } from './worker-context.ts'

type Keys = Pick<WorkerContext, 'db' | 'credentialKeys'>

/** What git and the API of its host are asked with. An App's is made for the step that needs it and ends in an hour. */
export async function readCredential(
  context: Keys & Pick<WorkerContext, 'git'>,
  projectId: string,
  signal: AbortSignal,
): Promise<GitCredential | undefined> {
  const project = await readProject(context, projectId)
  if (!project) return undefined
  const { stored, repository, apiUrl } = project
  if (!isGithubApp(stored)) return stored
  return mintAppToken(stored, { ...context.git, kind: 'github', repository, apiUrl }, signal)
}

/** What a project keeps secret, to see that nothing gives it away. */
export async function readCredentialSecret(context: Keys, projectId: string): Promise<string | undefined> {
  const stored = (await readProject(context, projectId))?.stored
  return stored && secretOf(stored)
}

async function readProject({ db, credentialKeys }: Keys, projectId: string) {
  const project = await db
    .selectFrom('project')
    .select(['credential', 'repository', 'git_api_url as apiUrl'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (!project?.credential) return undefined
  if (!credentialKeys)
    throw new Error(`The project ${projectId} has a credential, but no key to open it is configured.`)
  return { ...project, stored: openCredential<StoredCredential>(project.credential, projectId, credentialKeys) }
}
