import type { ExportBundle } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../app-error.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { bundleOf, type FoundExport, findExport, isExpired } from './find-bundle.ts'
import type { BundleOf, StoreDelta } from './store-delta.ts'

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
  const archive = earlier ? await deps.storeDelta(comparable(earlier, row), bundle) : bundle
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

/** The bundle that a delta starts from. Its faults have a code of their own, or they would be taken for the job's. */
function comparable(earlier: FoundExport, { project_id }: FoundExport): BundleOf {
  if (earlier.project_id !== project_id) {
    throw notComparable('The export that since names is of another project. Name one of the same project')
  }
  if (isExpired(earlier)) throw notComparable('The files of the export that since names are no longer kept')
  if (earlier.status === 'completed') return bundleOf(earlier)
  throw notComparable(
    `The export that since names is ${earlier.status}, so nobody has its bundle. Name a completed one`,
  )
}

function notComparable(sentence: string): AppError {
  return new AppError('export_not_comparable', `${sentence}, or ask for the whole bundle.`)
}
