import { type Kysely, sql } from 'kysely'
import type { ProjectModel, Tables } from '../../db/tables.ts'
import type { GitHostKind } from '../../git/hosts/git-host.ts'
import { AppError } from '../app-error.ts'

export interface ShownProject {
  id: string
  name: string
  repository: string
  branch: string
  /** Empty for the top of the repository. */
  docsPath: string
  gitHost: GitHostKind | null
  apiUrl: string | null
  hasCredential: boolean
  model: ProjectModel | null
  hasModelKey: boolean
  secretsFound: 'warn' | 'fail'
  secretExceptions: string[]
  createdAt: Date
  /** What would go with it. */
  exports: number
  edits: number
}

/** All that people may see of a project: of its secrets, whether there are any. */
export async function showProject(db: Kysely<Tables>, organizationId: string, id: string): Promise<ShownProject> {
  const countOf = (table: 'export' | 'edit') =>
    sql<number>`(select count(*)::int from ${sql.table(table)} where project_id = project.id)`
  return db
    .selectFrom('project')
    .select((column) => [
      'id',
      'name',
      'repository',
      'branch',
      column.ref('docs_path').as('docsPath'),
      column.ref('git_host').as('gitHost'),
      column.ref('git_api_url').as('apiUrl'),
      sql<boolean>`credential is not null`.as('hasCredential'),
      'model',
      sql<boolean>`model_credential is not null`.as('hasModelKey'),
      column.ref('secrets_found').as('secretsFound'),
      column.ref('secret_exceptions').as('secretExceptions'),
      column.ref('created_at').as('createdAt'),
      countOf('export').as('exports'),
      countOf('edit').as('edits'),
    ])
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow(() => new AppError('project_not_found', 'This organization has no project with this id.'))
}
