import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Caller, isVisibleTo } from '../../access/caller.ts'
import { lookedUp } from '../../access/looked-up.ts'
import { nameOfActor } from '../../audit/name-of-actor.ts'
import { exportNotFound } from '../export-not-found.ts'

export type ExportRecord = Awaited<ReturnType<typeof readExport>>

/** All that people ask about one export; `revision` grows with each change of it. */
export async function readExport(db: Kysely<Tables>, caller: Caller, exportId: string) {
  const row = await db
    .selectFrom('export')
    .innerJoin('project', 'project.id', 'export.project_id')
    .select((column) => [
      'export.id',
      'export.domain',
      'export.status',
      'export.progress',
      'export.version',
      'export.commit',
      'export.errors',
      'export.warnings',
      'export.error',
      'export.revision',
      column.ref('export.error_code').as('errorCode'),
      column.ref('export.commit_message').as('message'),
      nameOfActor('export.started_by').as('startedBy'),
      column.ref('export.page_count').as('pageCount'),
      column.ref('export.total_pages').as('totalPages'),
      column.ref('export.pages_rendered').as('pagesRendered'),
      column.ref('export.pages_reused').as('pagesReused'),
      column.ref('export.bundle_sha256').as('bundleSha256'),
      sql<number | null>`export.bundle_bytes::float8`.as('bundleBytes'),
      column.ref('export.requested_ref').as('requestedRef'),
      column.ref('export.requested_paths').as('requestedPaths'),
      column.ref('export.created_at').as('createdAt'),
      column.ref('export.started_at').as('startedAt'),
      column.ref('export.ended_at').as('endedAt'),
      column.ref('export.retained_until').as('retainedUntil'),
      column.ref('project.id').as('projectId'),
      column.ref('project.name').as('projectName'),
      column.ref('project.branch').as('projectBranch'),
      column.ref('project.repository').as('projectRepository'),
      column.ref('project.git_host').as('projectGitHost'),
      column.ref('project.docs_path').as('projectDocsPath'),
    ])
    .where('export.id', '=', exportId)
    .where('export.organization_id', '=', caller.organization_id)
    .executeTakeFirst()
  if (!row || !isVisibleTo(caller, row.projectId)) throw exportNotFound()
  return lookedUp(row)
}
