import type { AssetMode, AuthorCodeMode } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { PageRule, Tables } from '../../db/tables.ts'
import { checkRepositoryUrl, type GitPolicy } from '../../outbound/check-repository-url.ts'
import { type ProjectRow, readProject } from '../access/read-project.ts'
import type { Scope } from '../access/scope.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { OperatorError } from '../operator-error.ts'
import { parseDocsPath } from './parse-docs-path.ts'
import { type GitHostChoice, parseGitHost } from './parse-git-host.ts'

export interface ProjectChange extends GitHostChoice {
  name?: string | undefined
  repository?: string | undefined
  branch?: string | undefined
  docsPath?: string | undefined
  assets?: AssetMode | undefined
  authorCode?: AuthorCodeMode | undefined
  pages?: PageRule | undefined
}

export async function updateProject(
  db: Kysely<Tables>,
  scope: Scope,
  id: string,
  change: ProjectChange,
  actor: Actor,
  policy: GitPolicy,
): Promise<void> {
  const { name, repository, branch, docsPath, assets, authorCode, pages } = change
  if (repository !== undefined) checkRepositoryUrl(repository, policy)
  const values = {
    ...(name !== undefined && { name }),
    ...(repository !== undefined && { repository }),
    ...(branch !== undefined && { branch }),
    ...(docsPath !== undefined && { docs_path: parseDocsPath(docsPath) }),
    ...(assets !== undefined && { assets }),
    ...(authorCode !== undefined && { author_code: authorCode }),
    ...(pages !== undefined && { page_rule: pages }),
    ...parseGitHost(change, policy),
  }
  if (Object.keys(values).length === 0) throw new OperatorError('Nothing was given that could be changed.')
  await db.transaction().execute(async (trx) => {
    const project = await readProject(trx, scope, id)
    await trx
      .updateTable('project')
      .set({ ...leftBehind(project, values), ...values })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, actor, { organizationId: project.organization_id, action: 'project.update', target: id })
  })
}

/** A credential belongs to the hosts it was given for; another must never be sent it, and has its API elsewhere. */
function leftBehind(project: ProjectRow, values: { repository?: string; git_api_url?: string | null }) {
  const { repository = project.repository, git_api_url: apiUrl = project.git_api_url } = values
  if (new URL(repository).origin !== new URL(project.repository).origin) {
    return { credential: null, git_host: null, git_api_url: null }
  }
  return originOf(apiUrl) === originOf(project.git_api_url) ? {} : { credential: null }
}

function originOf(apiUrl: string | null): string | undefined {
  return apiUrl === null ? undefined : new URL(apiUrl).origin
}
