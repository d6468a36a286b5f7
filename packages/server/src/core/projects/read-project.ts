import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { OperatorError } from '../operator-error.ts'

export type ProjectRow = Omit<Selectable<Tables['project']>, 'credential' | 'secrets_found' | 'secret_exceptions'>

export async function readProject(db: Kysely<Tables>, id: string): Promise<ProjectRow> {
  return db
    .selectFrom('project')
    .select(['id', 'organization_id', 'name', 'repository', 'branch', 'docs_path', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(
      () => new OperatorError(`There is no project ${id}. \`admin project list\` names an organization's projects.`),
    )
}
