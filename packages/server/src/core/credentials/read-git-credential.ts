import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { GitCredential } from '../../git/git-environment.ts'
import { GitError } from '../../git/git-error.ts'
import { mintAppToken } from '../../git/hosts/mint-app-token.ts'
import type { Reach } from '../../git/reach-host.ts'
import { type CredentialKeys, expectKeys } from './credential-keys.ts'
import { openCredential } from './open-credential.ts'
import { isGithubApp, type StoredCredential } from './stored-credential.ts'

interface Parts {
  db: Kysely<Tables>
  credentials: CredentialKeys | undefined
  reach: Reach
}

/** What git is asked with, opened for this one use. An App's token is made for it and ends in an hour. */
export async function readGitCredential(
  { db, credentials, reach }: Parts,
  projectId: string,
  signal: AbortSignal,
): Promise<GitCredential | undefined> {
  const project = await db
    .selectFrom('project')
    .select(['credential', 'repository', 'git_api_url as apiUrl'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (!project?.credential) return undefined
  const stored = open(project.credential, projectId, credentials)
  if (!isGithubApp(stored)) return stored
  const { repository, apiUrl } = project
  return mintAppToken(stored, { ...reach, kind: 'github', repository, apiUrl }, signal)
}

/** Sealed with a key that the operator no longer has, most of the time. */
function open(sealed: Buffer, projectId: string, credentials: CredentialKeys | undefined): StoredCredential {
  try {
    return openCredential<StoredCredential>(sealed, projectId, expectKeys(credentials))
  } catch (cause) {
    throw new GitError(
      'repository_auth_failed',
      "The project's credential cannot be opened here. Set it again, or ask the operator to name the key that sealed it in BINDERY_CREDENTIAL_PREVIOUS_KEYS.",
      { cause },
    )
  }
}
