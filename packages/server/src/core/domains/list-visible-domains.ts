import type { DomainPage } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Caller, visibleTo } from '../access/caller.ts'

interface ListRequest {
  caller: Caller
  projectId?: string | undefined
  limit: number
  cursor: string | undefined
}

/** By name, and a cursor is the last name of its page. The token that proves control is no business of a key. */
export async function listVisibleDomains(db: Kysely<Tables>, request: ListRequest): Promise<DomainPage> {
  const { caller, projectId, limit, cursor } = request
  const rows = await db
    .selectFrom('domain')
    .select(['name', 'project_id', 'verified_at', 'created_at', 'current_export', 'pinned_at'])
    .where('organization_id', '=', caller.organization_id)
    .where(visibleTo(caller))
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
    .$if(cursor !== undefined, (query) => query.where('name', '>', cursor ?? ''))
    .orderBy('name')
    .limit(limit + 1)
    .execute()
  const domains = rows.slice(0, limit).map((row) => ({
    domain: row.name,
    projectId: row.project_id,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    currentJobId: row.current_export,
    pinned: row.pinned_at !== null,
  }))
  return { domains, nextCursor: rows.length > limit ? (domains.at(-1)?.domain ?? null) : null }
}
