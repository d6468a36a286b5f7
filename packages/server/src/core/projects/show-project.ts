import type { AssetMode, AuthorCodeMode } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import type { PageRule, ProjectModel, Tables } from '../../db/tables.ts'
import type { GitHostKind } from '../../git/hosts/git-host.ts'
import { AppError } from '../app-error.ts'
import { selectProjects } from './list-projects.ts'

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
  assets: AssetMode
  authorCode: AuthorCodeMode
  /** What becomes of a page that is not valid MDX. */
  pages: PageRule
  secretsFound: 'warn' | 'fail'
  secretExceptions: string[]
  createdAt: Date
  /** What would go with it. */
  exports: number
  agentJobs: number
}

/** All that people may see of one project, and what would go with it. */
export async function showProject(db: Kysely<Tables>, organizationId: string, id: string): Promise<ShownProject> {
  const countOf = (table: 'export' | 'agent_job') =>
    sql<number>`(select count(*)::int from ${sql.table(table)} where project_id = project.id)`
  return selectProjects(db, organizationId)
    .select([
      'model',
      'assets',
      'author_code as authorCode',
      sql<boolean>`model_credential is not null`.as('hasModelKey'),
      countOf('export').as('exports'),
      countOf('agent_job').as('agentJobs'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('project_not_found', 'This organization has no project with this id.'))
}
