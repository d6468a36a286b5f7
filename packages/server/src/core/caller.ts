import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { KeyRow } from '../db/statements/key-row.ts'

/** Whose request it is and what he may see: a key's, or a member's of the organization. */
export type Caller = Pick<KeyRow, 'organization_id' | 'project_ids' | 'limits'>

/** Of a table with projects, the rows that the caller may see. By an array: a list without a member is no SQL. */
export function ofProjects({ project_ids }: Pick<Caller, 'project_ids'>): RawBuilder<SqlBool> {
  return project_ids === null ? sql<SqlBool>`true` : sql<SqlBool>`project_id = any(${project_ids}::text[])`
}
