import type { ExportBundle } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import type { Caller } from '../../access/caller.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { bundleOf, findExport } from './find-bundle.ts'
import { findComparable } from './find-comparable.ts'
import type { StoreDelta } from './store-delta.ts'

export interface LinkDeps {
  db: Kysely<Tables>
  store: Pick<ObjectStore, 'presignGet'>
  linkLifetimeSeconds: number
  storeDelta: StoreDelta
}

interface LinkRequest {
  caller: Caller
  exportId: string
  /** An earlier export: what is linked leads from its bundle to this one's. */
  since: string | undefined
  actor: Actor
}

/** A link is a credential, so making one is written down before it is handed over. */
export async function linkBundle(deps: LinkDeps, request: LinkRequest): Promise<ExportBundle> {
  const { caller, exportId, since, actor } = request
  const row = await findExport(deps.db, caller, exportId)
  const earlier = since === undefined ? undefined : await findExport(deps.db, caller, since)
  const bundle = bundleOf(row)
  const archive = earlier ? await deps.storeDelta(findComparable(earlier, row), bundle) : bundle
  const link = await deps.store.presignGet(archive.key, {
    // A link that outlived the files would lead nowhere.
    expiresInSeconds: Math.min(deps.linkLifetimeSeconds, Math.floor(row.secondsLeft ?? Number.POSITIVE_INFINITY)),
    filename: `${row.domain}${earlier ? '.delta' : ''}.tar.gz`,
  })
  await recordAudit(deps.db, actor, {
    organizationId: caller.organization_id,
    action: 'export.link-bundle',
    target: exportId,
  })
  return {
    jobId: exportId,
    bundleUrl: link.url,
    expiresAt: link.expiresAt.toISOString(),
    sizeBytes: archive.bytes,
    sha256: archive.sha256,
  }
}
