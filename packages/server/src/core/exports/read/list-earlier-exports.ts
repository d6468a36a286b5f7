import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

interface Later {
  projectId: string
  domain: string
  endedAt: Date
}

/** Completed exports of the same site whose files are still kept: what a delta may start from. Newest first. */
export async function listEarlierExports(db: Kysely<Tables>, { projectId, domain, endedAt }: Later, limit: number) {
  return db
    .selectFrom('export')
    .select((column) => ['id', 'version', column.ref('ended_at').as('endedAt'), isLive.as('isLive')])
    .where('project_id', '=', projectId)
    .where('domain', '=', domain)
    .where('status', '=', 'completed')
    .where('ended_at', '<', endedAt)
    .where(sql<boolean>`(retained_until is null or retained_until > now())`)
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute()
}

/** Whether hosts serve it now. */
const isLive = sql<boolean>`exists (select from domain where name = export.domain and current_export = export.id)`
