import { type RawBuilder, sql } from 'kysely'

/** Rows that a function may read or change: those of one organization, or all of them for the operator. */
export type Scope = { readonly organizationId: string } | typeof operatorScope

export const operatorScope = 'operator'

/** Condition on the column `organization_id` of the statement's table. */
export function withinScope(scope: Scope): RawBuilder<boolean> {
  return scope === operatorScope ? sql<boolean>`true` : sql<boolean>`organization_id = ${scope.organizationId}`
}
