import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { recordAudit, service } from '../audit/record-audit.ts'
import { StaleExport } from '../exports/export-failure.ts'

interface CompletedBundle {
  key: string
  sha256: string
  bytes: number
  errors: number
  warnings: number
  /** How long its files are kept; 0 for ever. */
  retentionDays: number
}

/** Completes an export, and publishes it in the same transaction. A repeated call changes nothing. */
export async function completeExport(db: Kysely<Tables>, exportId: string, bundle: CompletedBundle): Promise<void> {
  await db.transaction().execute((trx) => completeWithin(trx, exportId, bundle))
}

export async function completeWithin(
  trx: Transaction<Tables>,
  exportId: string,
  bundle: CompletedBundle,
): Promise<void> {
  await lockDomainOf(trx, exportId)
  const completed = await trx
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
  if (completed) return publishCompleted(trx, exportId)
  const published = await trx.selectFrom('export').select('bundle_key').where('id', '=', exportId).executeTakeFirst()
  if (published?.bundle_key !== bundle.key) throw new StaleExport(exportId)
}

/** Locks the row of an export's domain. Every publication locks the domain first and then the export. */
async function lockDomainOf(trx: Transaction<Tables>, exportId: string): Promise<void> {
  await sql`
    select from domain join export on export.organization_id = domain.organization_id and export.domain = domain.name
    where export.id = ${exportId} for update of domain`.execute(trx)
}

/**
 * Makes a completed export current: a full export of the production branch, unless the domain is pinned, belongs to another
 * project by now, or follows only exports that were started later.
 */
async function publishCompleted(trx: Transaction<Tables>, exportId: string): Promise<void> {
  const { rows } = await sql<{ organizationId: string; domain: string }>`
    select domain.organization_id as "organizationId", domain.name as domain,
      make_current(domain.organization_id, domain.name, export, 'export', ${service.name})
    from export
    join project on project.id = export.project_id
      and project.branch = coalesce(export.ref, export.requested_ref, project.branch)
    join domain on domain.organization_id = export.organization_id and domain.name = export.domain
      and domain.project_id = export.project_id
    where export.id = ${exportId} and export.requested_paths is null and domain.pinned_at is null
      and export.created_at >= coalesce(domain.follows_after, export.created_at)`.execute(trx)
  for (const { organizationId, domain } of rows)
    await recordAudit(trx, service, { organizationId, action: 'domain.publish', target: `${domain} ${exportId}` })
}
