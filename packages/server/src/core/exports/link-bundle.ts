import type { ExportBundle } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { KeyRow } from '../../db/statements/key-row.ts'
import type { Tables } from '../../db/tables.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { AppError } from '../app-error.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { exportNotFound } from './export-not-found.ts'

export interface LinkDeps {
  db: Kysely<Tables>
  store: Pick<ObjectStore, 'presignGet'>
  linkLifetimeSeconds: number
}

interface LinkRequest {
  caller: KeyRow
  exportId: string
  actor: Actor
}

/** A link is a credential, so making one is written down before it is handed over. */
export async function linkBundle(deps: LinkDeps, { caller, exportId, actor }: LinkRequest): Promise<ExportBundle> {
  const bundle = await readBundle(deps.db, caller, exportId)
  const link = await deps.store.presignGet(bundle.key, {
    expiresInSeconds: deps.linkLifetimeSeconds,
    filename: `${bundle.domain}.tar.gz`,
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
    sizeBytes: bundle.bytes,
    sha256: bundle.sha256,
  }
}

async function readBundle(db: Kysely<Tables>, caller: KeyRow, exportId: string) {
  const row = await db
    .selectFrom('export')
    .select(['domain', 'project_id', 'status', 'bundle_key', 'bundle_bytes', 'bundle_sha256'])
    .where('id', '=', exportId)
    .where('organization_id', '=', caller.organization_id)
    .executeTakeFirst()
  if (!row || caller.project_ids?.includes(row.project_id) === false) throw exportNotFound()
  if (row.status === 'failed') {
    throw new AppError('export_failed', 'This export failed, so it has no bundle. The job says why; start a new one.')
  }
  const { bundle_key: key, bundle_sha256: sha256, bundle_bytes: bytes } = row
  if (key === null || sha256 === null || bytes === null) {
    throw new AppError('export_not_completed', 'This export has not completed yet. Poll it until it has.')
  }
  return { domain: row.domain, key, sha256, bytes: Number(bytes) }
}
