import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

interface PageRequest {
  organizationId: string
  limit: number
  /** How many come before. */
  from: number
}

/** The projects by name, a page of them: an organization may have hundreds. */
export async function listProjectPage(db: Kysely<Tables>, { organizationId, limit, from }: PageRequest) {
  const rows = await db
    .selectFrom('project')
    .select((column) => ['id', 'name', 'repository', 'branch', column.ref('created_at').as('createdAt')])
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .orderBy('id')
    .offset(from)
    .limit(limit + 1)
    .execute()
  return { projects: rows.slice(0, limit), nextCursor: rows.length > limit ? String(from + limit) : null }
}
