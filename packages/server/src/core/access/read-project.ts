import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../app-error.ts'
import { OperatorError } from '../operator-error.ts'
import { operatorScope, type Scope, withinScope } from './scope.ts'

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

/** Returns the project if it is within the scope. */
export async function readProject(db: Kysely<Tables>, scope: Scope, id: string): Promise<ProjectRow> {
  return db
    .selectFrom('project')
    .select(columns)
    .where('id', '=', id)
    .where(withinScope(scope))
    .executeTakeFirstOrThrow(() => noSuchProject(id, scope))
}

function noSuchProject(id: string, scope: Scope): Error {
  return scope === operatorScope
    ? new OperatorError(`There is no project ${id}. \`admin project list\` names an organization's projects.`)
    : new AppError('project_not_found', 'This organization has no project with this id.')
}
