import type { ExportBundle } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { KeyRow } from '../../db/statements/key-row.ts'
import type { Tables } from '../../db/tables.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { AppError } from '../app-error.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { exportNotFound } from './export-not-found.ts'
import type { BundleOf, KeepDelta } from './keep-delta.ts'

export interface LinkDeps {
  db: Kysely<Tables>
  store: Pick<ObjectStore, 'presignGet'>
  linkLifetimeSeconds: number
  keepDelta: KeepDelta
}

interface LinkRequest {
  caller: KeyRow
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
  const archive = earlier ? await deps.keepDelta(comparable(earlier, row), bundle) : bundle
  const link = await deps.store.presignGet(archive.key, {
    expiresInSeconds: deps.linkLifetimeSeconds,
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

type ExportRow = Awaited<ReturnType<typeof findExport>>

async function findExport(db: Kysely<Tables>, caller: KeyRow, exportId: string) {
  const row = await db
    .selectFrom('export')
    .select(['id', 'organization_id', 'domain', 'project_id', 'status', 'bundle_key', 'bundle_bytes', 'bundle_sha256'])
    .where('id', '=', exportId)
    .where('organization_id', '=', caller.organization_id)
    .executeTakeFirst()
  if (!row || caller.project_ids?.includes(row.project_id) === false) throw exportNotFound()
  return row
}

function bundleOf(row: ExportRow): BundleOf {
  if (row.status === 'failed') {
    throw new AppError('export_failed', 'This export failed, so it has no bundle. The job says why; start a new one.')
  }
  const { id: exportId, organization_id: organizationId, bundle_key: key, bundle_sha256: sha256 } = row
  if (key === null || sha256 === null || row.bundle_bytes === null) {
    throw new AppError('export_not_completed', 'This export has not completed yet. Poll it until it has.')
  }
  return { organizationId, exportId, key, sha256, bytes: Number(row.bundle_bytes) }
}

/** The bundle that a delta starts from. Its faults have a code of their own, or they would be taken for the job's. */
function comparable(earlier: ExportRow, { project_id }: ExportRow): BundleOf {
  if (earlier.project_id !== project_id) {
    throw notComparable('The export that since names is of another project. Name one of the same project')
  }
  if (earlier.status === 'completed') return bundleOf(earlier)
  throw notComparable(
    `The export that since names is ${earlier.status}, so nobody has its bundle. Name a completed one`,
  )
}

function notComparable(sentence: string): AppError {
  return new AppError('export_not_comparable', `${sentence}, or ask for the whole bundle.`)
}
