import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../app-error.ts'
import { OperatorError } from '../operator-error.ts'

const columns = [
  'id',
  'organization_id',
  'name',
  'repository',
  'branch',
  'docs_path',
  'git_host',
  'git_api_url',
  'created_at',
] as const

export type ProjectRow = Pick<Selectable<Tables['project']>, (typeof columns)[number]>

/** With an organization, only one of its own: to others the rest does not exist. The operator need not say whose it is. */
export async function readProject(db: Kysely<Tables>, id: string, organizationId?: string): Promise<ProjectRow> {
  return db
    .selectFrom('project')
    .select(columns)
    .where('id', '=', id)
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
    .executeTakeFirstOrThrow(() => noSuchProject(id, organizationId))
}

function noSuchProject(id: string, organizationId: string | undefined): Error {
  return organizationId === undefined
    ? new OperatorError(`There is no project ${id}. \`admin project list\` names an organization's projects.`)
    : new AppError('project_not_found', 'This organization has no project with this id.')
}
