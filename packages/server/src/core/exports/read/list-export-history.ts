import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { nameOfActor } from '../../audit/name-of-actor.ts'
import { cutPage } from '../export-cursor.ts'
import { exportRows, type ListRequest } from './list-exports.ts'

export type ExportSummary = Awaited<ReturnType<typeof listExportHistory>>['exports'][number]

/** Exports as people look back on them: what each took, beside how it ended. Newest first. */
export async function listExportHistory(db: Kysely<Tables>, request: ListRequest) {
  const rows = await exportRows(db, request)
    .select((column) => [
      'domain',
      'status',
      'progress',
      'version',
      'commit',
      'errors',
      'warnings',
      column.ref('error_code').as('errorCode'),
      column.ref('pages_rendered').as('pagesRendered'),
      column.ref('pages_reused').as('pagesReused'),
      column.ref('started_at').as('startedAt'),
      sql<string | null>`coalesce(ref, requested_ref)`.as('ref'),
      column.ref('commit_message').as('message'),
      sql<string>`(select name from project where project.id = export.project_id)`.as('projectName'),
      nameOfActor('export.started_by').as('startedBy'),
      sql<boolean>`status = 'completed' and coalesce(retained_until > now(), true)`.as('hasFiles'),
      sql<number | null>`extract(epoch from coalesce(ended_at, now()) - started_at)::float8`.as('seconds'),
    ])
    .execute()
  const { page, nextCursor } = cutPage(rows, request.limit)
  return { exports: page, nextCursor }
}
