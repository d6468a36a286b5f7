import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { ExportRecord } from './read-export.ts'

/** Completed exports of the same site that ended before this one and whose files still exist, newest first. */
export async function listEarlierExports(db: Kysely<Tables>, job: ExportRecord, limit: number) {
  return db
    .selectFrom('export')
    .select((column) => ['id', 'version', column.ref('ended_at').as('endedAt'), isLive.as('isLive')])
    .where('project_id', '=', job.projectId)
    .where('domain', '=', job.domain)
    .where('status', '=', 'completed')
    .where('ended_at', '<', job.endedAt ?? job.createdAt)
    .where(sql<boolean>`(retained_until is null or retained_until > now())`)
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute()
}

/** Whether hosts serve it now. */
const isLive = sql<boolean>`exists (select from domain where name = export.domain and current_export = export.id)`
