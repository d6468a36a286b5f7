import type { ExportBundle } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import type { Caller } from '../../access/caller.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { type Limits, limitFor } from '../../limits/limits.ts'
import { takeQuota } from '../../quotas/use-quota.ts'
import { bundleOf, type FoundExport, findExport } from './find-bundle.ts'
import { findDeltaBase } from './find-comparable.ts'
import type { Archive, StoreDelta } from './store-delta.ts'

export interface LinkDeps {
  db: Kysely<Tables>
  store: Pick<ObjectStore, 'presignGet'>
  linkLifetimeSeconds: number
  storeDelta: StoreDelta
  limits: Pick<Limits, 'deltasPerHour'>
}

interface LinkRequest {
  caller: Caller
  exportId: string
  /** An earlier export: what is linked leads from its bundle to this one's. */
  since: string | undefined
  /** False for a host, which gets only current exports: its deltas are as many as the publications. */
  countsDelta: boolean
  actor: Actor
}

/** A link is a credential, so making one is written down before it is handed over. */
export async function linkBundle(deps: LinkDeps, request: LinkRequest): Promise<ExportBundle> {
  const { caller, exportId, since, actor } = request
  const [row, earlier] = await Promise.all([
    findExport(deps.db, caller, exportId),
    since === undefined ? undefined : findExport(deps.db, caller, since),
  ])
  const delta = earlier && (await findOrMakeDelta(deps, request, earlier, row))
  const archive = delta ?? bundleOf(row)
  const link = await deps.store.presignGet(archive.key, {
    // A link that outlived the files would lead nowhere.
    expiresInSeconds: Math.min(deps.linkLifetimeSeconds, Math.floor(row.secondsLeft ?? Number.POSITIVE_INFINITY)),
    filename: `${row.domain}${delta ? '.delta' : ''}.tar.gz`,
  })
  await recordAudit(deps.db, actor, {
    organizationId: caller.organization_id,
    action: 'export.link-bundle',
    target: exportId,
  })
  return {
    jobId: exportId,
    since: delta && since !== undefined ? since : null,
    bundleUrl: link.url,
    expiresAt: link.expiresAt.toISOString(),
    sizeBytes: archive.bytes,
    sha256: archive.sha256,
  }
}

/** Returns undefined when the delta would have to be made and the quota of deltas is used up. */
function findOrMakeDelta(
  { db, storeDelta, limits }: LinkDeps,
  { caller, countsDelta }: LinkRequest,
  earlier: FoundExport,
  row: FoundExport,
): Promise<Archive | undefined> {
  const bundle = bundleOf(row)
  const limit = limitFor('deltasPerHour', limits, caller.limits)
  const quota = { subject: caller.organization_id, name: 'deltas', limit }
  return storeDelta(findDeltaBase(earlier, row), bundle, async () => !countsDelta || takeQuota(db, quota))
}
