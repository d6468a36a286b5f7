import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { checkRepositoryUrl, type GitPolicy } from '../../outbound/check-repository-url.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type CountLimits, expectBelowLimit } from '../limits/expect-below-limit.ts'
import { makeId } from '../make-id.ts'
import { readOrganization } from '../organizations/read-organization.ts'
import { parseDocsPath } from './parse-docs-path.ts'
import { type GitHostChoice, parseGitHost } from './parse-git-host.ts'

export interface ProjectRequest extends GitHostChoice {
  organizationId: string
  name: string
  repository: string
  branch: string
  docsPath: string
}

export async function createProject(
  db: Kysely<Tables>,
  request: ProjectRequest,
  actor: Actor,
  policy: GitPolicy,
  limits: CountLimits,
): Promise<{ id: string }> {
  return db.transaction().execute((trx) => insertProject(trx, request, actor, policy, limits))
}

export async function insertProject(
  trx: Transaction<Tables>,
  request: ProjectRequest,
  actor: Actor,
  policy: GitPolicy,
  limits: CountLimits,
): Promise<{ id: string }> {
  checkRepositoryUrl(request.repository, policy)
  const id = makeId('project')
  await readOrganization(trx, request.organizationId)
  await expectBelowLimit(trx, request.organizationId, 'projects', limits)
  await trx
    .insertInto('project')
    .values({
      id,
      organization_id: request.organizationId,
      name: request.name,
      repository: request.repository,
      branch: request.branch,
      docs_path: parseDocsPath(request.docsPath),
      ...parseGitHost(request, policy),
    })
    .execute()
  await recordAudit(trx, actor, { organizationId: request.organizationId, action: 'project.create', target: id })
  return { id }
}
