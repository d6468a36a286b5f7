import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Caller, isVisibleTo } from '../../access/caller.ts'
import { AppError } from '../../app-error.ts'
import { exportNotFound } from '../export-not-found.ts'

export type FoundExport = Awaited<ReturnType<typeof findExport>>

/** An export that the caller may see: 404 for any other. */
export async function findExport(db: Kysely<Tables>, caller: Caller, exportId: string) {
  const row = await db
    .selectFrom('export')
    .select(['id', 'organization_id', 'domain', 'project_id', 'status'])
    .select(['bundle_key', 'bundle_bytes', 'bundle_sha256', 'created_at'])
    .select(sql<boolean>`exists (select from domain where current_export = export.id)`.as('isCurrent'))
    .select(sql<number | null>`extract(epoch from retained_until - now())::float8`.as('secondsLeft'))
    .where('id', '=', exportId)
    .where('organization_id', '=', caller.organization_id)
    .executeTakeFirst()
  if (!row || !isVisibleTo(caller, row.project_id)) throw exportNotFound()
  return row
}

/** What a completed export has published: 409 for one that has not, 410 when its time is over. */
export function bundleOf(row: FoundExport) {
  if (row.status === 'failed') {
    throw new AppError('export_failed', 'This export failed, so it has no bundle. The job says why; start a new one.')
  }
  const { id: exportId, organization_id: organizationId, bundle_key: key, bundle_sha256: sha256 } = row
  if (key === null || sha256 === null || row.bundle_bytes === null) {
    throw new AppError('export_not_completed', 'This export has not completed yet. Poll it until it has.')
  }
  if (isExpired(row)) {
    throw new AppError('export_expired', 'The files of this export are no longer kept. Start a new export.')
  }
  return { organizationId, exportId, key, sha256, bytes: Number(row.bundle_bytes) }
}

export function isExpired({ secondsLeft }: FoundExport): boolean {
  return secondsLeft !== null && secondsLeft <= 0
}
