import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { DeltaBase } from '../bundles/store-delta.ts'
import { StaleExport } from '../export-failure.ts'
import type { ExportOrder } from './begin-export.ts'

/**
 * What is current of the domain, from which hosts can take a delta to this export; undefined where nothing is, or where
 * this export would not become current.
 */
export async function findCurrentBase(
  db: Kysely<Tables>,
  { organizationId, projectId, domain, ref, requestedPaths }: ExportOrder,
): Promise<DeltaBase | undefined> {
  if (requestedPaths) return undefined
  const current = await db
    .selectFrom('domain')
    .innerJoin('project', 'project.id', 'domain.project_id')
    .innerJoin('export', 'export.id', 'domain.current_export')
    .select(['export.id', 'head_key', 'bundle_key', 'bundle_sha256', 'bundle_bytes'])
    .where('domain.organization_id', '=', organizationId)
    .where('domain.name', '=', domain)
    .where('domain.project_id', '=', projectId)
    .where('domain.pinned_at', 'is', null)
    .where('project.branch', '=', ref)
    .executeTakeFirst()
  if (!current) return undefined
  const { id: exportId, head_key, bundle_key, bundle_sha256 } = current
  if (head_key !== null) return { exportId, key: head_key }
  if (bundle_key === null || bundle_sha256 === null) return undefined
  return { exportId, key: bundle_key, sha256: bundle_sha256, bytes: Number(current.bundle_bytes) }
}

interface StoredExport {
  exportId: string
  /** Of its archive: manifest and signature. */
  headKey: string
  /** The export from which hosts have a delta. */
  since: string
}

/**
 * Makes an export current while it is still running: all of its files are stored, only its archive is not. `moved` where
 * something else has become current meanwhile, so that the delta would lead from what no host has. Doing it again changes
 * nothing.
 */
export async function publishStored(
  db: Kysely<Tables>,
  order: ExportOrder,
  { exportId, headKey, since }: StoredExport,
): Promise<'published' | 'moved' | 'refused'> {
  return db.transaction().execute(async (trx) => {
    // Held before the export is, as by whoever publishes.
    const held = await trx
      .selectFrom('domain')
      .select('current_export')
      .where('organization_id', '=', order.organizationId)
      .where('name', '=', order.domain)
      .forUpdate()
      .executeTakeFirst()
    const row = await trx
      .selectFrom('export')
      .select(['status', 'published_at'])
      .where('id', '=', exportId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.status !== 'running') throw new StaleExport(exportId)
    if (row.published_at !== null) return 'published'
    if (held?.current_export !== since) return 'moved'
    const { rows } = await sql<{ isCurrent: boolean }>`
      select publish_export(export) as "isCurrent" from export where id = ${exportId}`.execute(trx)
    if (!rows[0]?.isCurrent) return 'refused'
    await trx
      .updateTable('export')
      .set({ published_at: sql<Date>`date_trunc('milliseconds', now())`, head_key: headKey })
      .where('id', '=', exportId)
      .execute()
    return 'published'
  })
}
