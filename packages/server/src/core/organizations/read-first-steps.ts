import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** How far an organization has come since it was made. */
export interface FirstSteps {
  /** The first domain that can be exported. */
  domain: string | null
  hasProject: boolean
  /** The newest that completed. */
  exportId: string | null
  hasKey: boolean
  hasPublication: boolean
}

export async function readFirstSteps(db: Kysely<Tables>, organizationId: string): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    select
      (select d.name from domain d join project p on p.id = d.project_id
        where p.organization_id = ${organizationId} order by d.name limit 1) as domain,
      exists (select from project where organization_id = ${organizationId}) as "hasProject",
      (select id from export where organization_id = ${organizationId} and status = 'completed'
        order by created_at desc limit 1) as "exportId",
      exists (select from api_key where organization_id = ${organizationId}) as "hasKey",
      exists (select from publication where organization_id = ${organizationId}) as "hasPublication"`.execute(db)
  const [steps] = rows
  if (!steps) throw new Error('A statement without a table has one row.')
  return steps
}
