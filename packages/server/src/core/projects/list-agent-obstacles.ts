import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { recognizeHost } from '../../git/hosts/locate-api.ts'

export interface AgentObstacle {
  projectId: string
  projectName: string
  kind: 'git_host_unknown' | 'no_credential'
}

/** The first projects by name in which no agent job can open a pull request. The git hosts are not contacted. */
export async function listAgentObstacles(db: Kysely<Tables>, organizationId: string, limit: number) {
  const rows = await db
    .selectFrom('project')
    .select(['id as projectId', 'name as projectName', 'repository', 'git_host'])
    .select(({ eb }) => eb('credential', 'is', null).as('lacksCredential'))
    .where('organization_id', '=', organizationId)
    .where(({ eb }) => eb.or([eb('credential', 'is', null), eb('git_host', 'is', null)]))
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ projectId, projectName, repository, git_host, lacksCredential }): AgentObstacle[] => {
    const project = { projectId, projectName }
    if (recognizeHost(git_host, new URL(repository).hostname) === undefined)
      return [{ ...project, kind: 'git_host_unknown' }]
    return lacksCredential ? [{ ...project, kind: 'no_credential' }] : []
  })
}
