import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { OperatorError } from '../operator-error.ts'

const columns = [
  'id',
  'organization_id',
  'name',
  'repository',
  'branch',
  'docs_path',
  'git_api_url',
  'created_at',
] as const

export type ProjectRow = Pick<Selectable<Tables['project']>, (typeof columns)[number]>

export async function readProject(db: Kysely<Tables>, id: string): Promise<ProjectRow> {
  return db
    .selectFrom('project')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(
      () => new OperatorError(`There is no project ${id}. \`admin project list\` names an organization's projects.`),
    )
}
