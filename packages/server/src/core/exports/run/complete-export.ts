import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleExport } from '../export-failure.ts'

export interface PublishedBundle {
  key: string
  sha256: string
  bytes: number
  errors: number
  warnings: number
}

export interface Publication extends PublishedBundle {
  /** How long its files are kept; 0 for ever. */
  retentionDays: number
}

/** Publishes the bundle: from now on, and only from now on, the API links to it. Doing it again changes nothing. */
export async function completeExport(db: Kysely<Tables>, exportId: string, bundle: Publication): Promise<void> {
  const completed = await db
    .updateTable('export')
    .set({
      status: 'completed',
      progress: 100,
      bundle_key: bundle.key,
      bundle_sha256: bundle.sha256,
      bundle_bytes: bundle.bytes,
      errors: bundle.errors,
      warnings: bundle.warnings,
      ended_at: sql<Date>`now()`,
      retained_until:
        bundle.retentionDays > 0 ? sql<Date>`now() + make_interval(days => ${bundle.retentionDays})` : null,
    })
    .where('id', '=', exportId)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  if (completed) return
  const published = await db.selectFrom('export').select('bundle_key').where('id', '=', exportId).executeTakeFirst()
  if (published?.bundle_key !== bundle.key) throw new StaleExport(exportId)
}
