import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { checkRepositoryUrl, type GitPolicy } from '../../git/check-repository-url.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { OperatorError } from '../operator-error.ts'
import { parseDocsPath } from './parse-docs-path.ts'
import { readProject } from './read-project.ts'

export interface ProjectChange {
  name?: string | undefined
  repository?: string | undefined
  branch?: string | undefined
  docsPath?: string | undefined
}

export async function updateProject(
  db: Kysely<Tables>,
  id: string,
  change: ProjectChange,
  actor: Actor,
  policy: GitPolicy,
): Promise<void> {
  const { name, repository, branch, docsPath } = change
  if (repository !== undefined) checkRepositoryUrl(repository, policy)
  const values = {
    ...(name !== undefined && { name }),
    ...(repository !== undefined && { repository }),
    ...(branch !== undefined && { branch }),
    ...(docsPath !== undefined && { docs_path: parseDocsPath(docsPath) }),
  }
  if (Object.keys(values).length === 0) throw new OperatorError('Nothing was given that could be changed.')
  await db.transaction().execute(async (trx) => {
    const project = await readProject(trx, id)
    // A credential belongs to the host it was given for; another host must never be sent it.
    const moved = repository !== undefined && new URL(repository).origin !== new URL(project.repository).origin
    await trx
      .updateTable('project')
      .set({ ...values, ...(moved && { credential: null }) })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, actor, { organizationId: project.organization_id, action: 'project.update', target: id })
  })
}
