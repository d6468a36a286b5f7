import type { ExportJob, ExportJobPage, ExportStatus } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import { exportJson } from '../../../db/export-json.ts'
import type { Tables } from '../../../db/tables.ts'
import { type Caller, visibleTo } from '../../access/caller.ts'
import { cutPage, isAfter } from '../export-cursor.ts'

export interface ListRequest {
  caller: Caller
  project?: string
  domain: string | undefined
  status: ExportStatus | undefined
  limit: number
  cursor: string | undefined
}

/** Newest first. A cursor names the last row of its page, so the next page costs the same however deep it is. */
export async function listExports(db: Kysely<Tables>, request: ListRequest): Promise<ExportJobPage> {
  const rows = await exportRows(db, request)
    .select(sql<ExportJob>`${sql.raw(exportJson('export'))}`.as('job'))
    .execute()
  const { page, nextCursor } = cutPage(rows, request.limit)
  return { jobs: page.map(({ job }) => job), nextCursor }
}

/** One row more than asked for tells whether there is a further page. */
export function exportRows(db: Kysely<Tables>, request: ListRequest) {
  const { caller, project, domain, status, limit, cursor } = request
  return db
    .selectFrom('export')
    .select(['id', 'created_at'])
    .where('organization_id', '=', caller.organization_id)
    .where(visibleTo(caller))
    .$if(project !== undefined, (query) => query.where('project_id', '=', project ?? ''))
    .$if(domain !== undefined, (query) => query.where('domain', '=', domain?.toLowerCase() ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'queued'))
    .$if(cursor !== undefined, (query) => query.where(isAfter(cursor ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
}
