import * as credentials from '../../core/credentials/read-git-credential.ts'
import type { GitCredential } from '../../git/git-environment.ts'
import type { WorkerContext } from './worker-context.ts'

type Keys = Pick<WorkerContext, 'db' | 'credentialKeys'>

/** A project's git credential, for the step that asks. */
export async function readCredential(
  { db, credentialKeys, git }: Keys & Pick<WorkerContext, 'git'>,
  projectId: string,
  signal: AbortSignal,
): Promise<GitCredential | undefined> {
  return credentials.readGitCredential({ db, credentials: credentialKeys, reach: git }, projectId, signal)
}

export async function readCredentialSecret(
  { db, credentialKeys }: Keys,
  projectId: string,
): Promise<string | undefined> {
  return credentials.readCredentialSecret({ db, credentials: credentialKeys }, projectId)
}
