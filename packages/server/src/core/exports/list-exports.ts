import type { ExportJob, ExportJobPage, ExportStatus } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import { exportJson } from '../../db/export-json.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../caller.ts'
import { type Cursor, readCursor, writeCursor } from './export-cursor.ts'

interface ListRequest {
  caller: Caller
  domain: string | undefined
  status: ExportStatus | undefined
  limit: number
  cursor: string | undefined
}

/** Newest first. A cursor names the last row of its page, so the next page costs the same however deep it is. */
export async function listExports(db: Kysely<Tables>, request: ListRequest): Promise<ExportJobPage> {
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor)
  const rows = await selectPage(db, request, after)
  const page = rows.slice(0, request.limit)
  const last = page.at(-1)
  return {
    jobs: page.map(({ job }) => job),
    nextCursor: last && rows.length > request.limit ? writeCursor({ createdAt: last.created_at, id: last.id }) : null,
  }
}

/** One row more than asked for tells whether there is a further page. */
async function selectPage(db: Kysely<Tables>, request: ListRequest, after: Cursor | undefined) {
  const { caller, domain, status, limit } = request
  return db
    .selectFrom('export')
    .select(['id', 'created_at', sql<ExportJob>`${sql.raw(exportJson('export'))}`.as('job')])
    .where('organization_id', '=', caller.organization_id)
    .$if(caller.project_ids !== null, (query) => query.where('project_id', 'in', caller.project_ids ?? []))
    .$if(domain !== undefined, (query) => query.where('domain', '=', domain?.toLowerCase() ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'queued'))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(after?.createdAt ?? new Date(), after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}
