import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export async function listProjects(db: Kysely<Tables>, organizationId: string) {
  return selectProjects(db, organizationId).orderBy('created_at').orderBy('id').execute()
}

/** What people may see of an organization's projects: of their secrets, whether there are any. */
export function selectProjects(db: Kysely<Tables>, organizationId: string) {
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
      column.ref('page_rule').as('pages'),
      column.ref('secrets_found').as('secretsFound'),
      column.ref('secret_exceptions').as('secretExceptions'),
      column.ref('created_at').as('createdAt'),
    ])
    .where('organization_id', '=', organizationId)
}
