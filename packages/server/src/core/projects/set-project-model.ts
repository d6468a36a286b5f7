import type { Kysely } from 'kysely'
import type { ProjectModel, Tables } from '../../db/tables.ts'
import { trimSlashes } from '../../git/trim-slashes.ts'
import { checkRepositoryUrl, type GitPolicy } from '../../outbound/check-repository-url.ts'
import { GitError } from '../../outbound/git-error.ts'
import { readProject } from '../access/read-project.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type CredentialKeys, expectKeys } from '../credentials/credential-keys.ts'
import { sealCredential } from '../credentials/seal-credential.ts'
import { checkCredential } from '../credentials/stored-credential.ts'
import { OperatorError } from '../operator-error.ts'

interface ModelDeps {
  db: Kysely<Tables>
  git: GitPolicy
  credentials: CredentialKeys | undefined
}

interface NewModel {
  projectId: string
  organizationId: string
  /** Null goes back to the installation's, and forgets the key. */
  model: (ProjectModel & { model: string }) | null
  /** Left out, the stored one stays, if it was given for the same place. */
  key?: string | undefined
}

/** For agent jobs that begin from now on. The key is write-only, as the git credential is. */
export async function setProjectModel(
  { db, git, credentials }: ModelDeps,
  { projectId, organizationId, model, key }: NewModel,
  actor: Actor,
): Promise<void> {
  if (model) checkModel(model, git)
  const sealed = key === undefined ? undefined : sealKey(key, projectId, credentials)
  await db.transaction().execute(async (trx) => {
    await readProject(trx, { organizationId }, projectId)
    const before = await trx
      .selectFrom('project')
      .select('model')
      .where('id', '=', projectId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const stays = model !== null && placeOf(model) === placeOf(before.model)
    await trx
      .updateTable('project')
      .set({
        model: model && JSON.stringify(model),
        ...(model && sealed ? { model_credential: sealed } : !stays && { model_credential: null }),
      })
      .where('id', '=', projectId)
      .execute()
    await recordAudit(trx, actor, { organizationId, action: 'project.model', target: projectId })
  })
}

function checkModel({ provider, model, baseUrl }: ProjectModel & { model: string }, git: GitPolicy): void {
  if (!/^[^\s\p{Cc}]{1,200}$/u.test(model)) {
    throw new OperatorError('Give the name of the model as its provider writes it, without spaces.')
  }
  if (provider === 'openai-compatible' && baseUrl === undefined) {
    throw new OperatorError('A compatible endpoint has no usual address. Give its base URL.')
  }
  if (baseUrl !== undefined) checkBaseUrl(baseUrl, git)
}

/** Texts of the project and the key are sent there, so it is judged as a repository's URL. */
function checkBaseUrl(baseUrl: string, git: GitPolicy): void {
  try {
    checkRepositoryUrl(`${trimSlashes(baseUrl)}/models`, git)
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    throw new OperatorError(error.message.replace('The repository URL', 'The base URL of the model'), { cause: error })
  }
}

function sealKey(secret: string, projectId: string, credentials: CredentialKeys | undefined): Buffer {
  checkCredential({ secret })
  return sealCredential({ secret }, projectId, expectKeys(credentials))
}

/** A key belongs to the place it was given for; another must never be sent it. */
function placeOf(model: ProjectModel | null): string | undefined {
  return model ? `${model.provider} ${model.baseUrl ? new URL(model.baseUrl).origin : ''}` : undefined
}
