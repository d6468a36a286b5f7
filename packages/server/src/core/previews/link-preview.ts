import type { ExportPreview } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../access/caller.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { bundleOf, findExport } from '../exports/bundles/find-bundle.ts'
import { addressOf, type PreviewSettings } from './preview-settings.ts'
import { signPreview } from './preview-token.ts'

export interface PreviewLinkDeps {
  db: Kysely<Tables>
  previews: PreviewSettings
}

interface LinkRequest {
  caller: Caller
  exportId: string
  actor: Actor
}

/** Whoever has the address may look, so handing it out is written down, as with the link of a bundle. */
export async function linkPreview(
  { db, previews }: PreviewLinkDeps,
  { caller, exportId, actor }: LinkRequest,
): Promise<ExportPreview> {
  const row = await findExport(db, caller, exportId)
  bundleOf(row)
  const expiresAt = chooseEnd(previews.lifetimeSeconds, row.secondsLeft)
  await recordAudit(db, actor, {
    organizationId: caller.organization_id,
    action: 'export.preview',
    target: exportId,
  })
  return {
    jobId: exportId,
    previewUrl: addressOf(previews, signPreview(previews.key, { exportId, expiresAt })),
    expiresAt: new Date(expiresAt * 1000).toISOString(),
  }
}

/**
 * In steps of a twelfth of the lifetime: for two hours of a day everybody gets the same address, so that a browser finds in
 * its cache what it has loaded before. Never after the files are gone.
 */
function chooseEnd(lifetimeSeconds: number, secondsLeft: number | null): number {
  const now = Date.now() / 1000
  const step = Math.max(1, Math.floor(lifetimeSeconds / 12))
  const end = Math.floor((now + lifetimeSeconds) / step) * step
  return Math.min(end, Math.floor(now + (secondsLeft ?? Number.POSITIVE_INFINITY)))
}
