import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { GitCredential } from '../../git/git-environment.ts'
import { mintAppToken } from '../../git/hosts/mint-app-token.ts'
import { GitError } from '../../outbound/git-error.ts'
import type { Reach } from '../../outbound/reach-host.ts'
import { type CredentialKeys, expectKeys } from './credential-keys.ts'
import { openCredential } from './open-credential.ts'
import { isGithubApp, type StoredCredential, secretOf } from './stored-credential.ts'

interface Vault {
  db: Kysely<Tables>
  credentials: CredentialKeys | undefined
}

/** What git and the API of its host are asked with. An App's is made for this one use and ends in an hour. */
export async function readGitCredential(
  { reach, ...vault }: Vault & { reach: Reach },
  projectId: string,
  signal: AbortSignal,
): Promise<GitCredential | undefined> {
  const project = await openProject(vault, projectId)
  if (!project) return undefined
  const { stored, repository, apiUrl } = project
  if (!isGithubApp(stored)) return stored
  return mintAppToken(stored, { ...reach, kind: 'github', repository, apiUrl }, signal)
}

/** What a project keeps secret, to see that nothing gives it away. */
export async function readCredentialSecret(vault: Vault, projectId: string): Promise<string | undefined> {
  const stored = (await openProject(vault, projectId))?.stored
  return stored && secretOf(stored)
}

async function openProject({ db, credentials }: Vault, projectId: string) {
  const project = await db
    .selectFrom('project')
    .select(['credential', 'repository', 'git_api_url as apiUrl'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  return project?.credential && { ...project, stored: open(project.credential, projectId, credentials) }
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
