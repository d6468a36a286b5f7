import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { mayExport } from '../access/export-plan.ts'
import type { PreviewSettings } from './preview-settings.ts'
import { readPreview } from './preview-token.ts'

export interface Preview {
  exportId: string
  organizationId: string
  bundleKey: string
  expiresAt: number
}

/** What a token shows. Undefined whatever the reason: nobody learns whether an export is there. */
export async function openPreview(
  { db, previews }: { db: Kysely<Tables>; previews: PreviewSettings },
  token: string,
): Promise<Preview | undefined> {
  const claim = readPreview(previews.key, token)
  if (!claim) return undefined
  const row = await db
    .selectFrom('export')
    .innerJoin('organization', 'organization.id', 'export.organization_id')
    .select(['export.id', 'export.bundle_key', 'organization.id as organizationId', 'organization.plan'])
    .where('export.id', '=', claim.exportId)
    .where('export.status', '=', 'completed')
    .where('organization.suspended_at', 'is', null)
    .where(sql<boolean>`coalesce(export.retained_until > now(), true)`)
    .executeTakeFirst()
  if (!row?.bundle_key || !mayExport(row)) return undefined
  const { id: exportId, organizationId, bundle_key: bundleKey } = row
  return { exportId, organizationId, bundleKey, expiresAt: claim.expiresAt }
}
