import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { KeyRow } from '../../db/statements/key-row.ts'

/** Who sends a request and what they may see: a key's, or a member's of the organization. */
export type Caller = Pick<KeyRow, 'organization_id' | 'project_ids' | 'limits'>

type Scope = Pick<Caller, 'project_ids'>

/** Whether the caller may see what belongs to this project of the organization. */
export function isVisibleTo({ project_ids }: Scope, projectId: string): boolean {
  return project_ids === null || project_ids.includes(projectId)
}

/** Of a table with projects, the rows that the caller may see. By an array: a list without a member is no SQL. */
export function visibleTo({ project_ids }: Scope, column: 'project_id' | 'id' = 'project_id'): RawBuilder<SqlBool> {
  return project_ids === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${project_ids}::text[])`
}
