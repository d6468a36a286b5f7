import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** The first by name, to choose from: one row with all of them costs a fifth of as many rows. */
export async function listDomainNames(db: Kysely<Tables>, organizationId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ names: string[] }>`
    select coalesce(json_agg(name), '[]') as names
    from (select name from domain where organization_id = ${organizationId} order by name limit ${limit}) d
  `.execute(db)
  return rows[0]?.names ?? []
}
