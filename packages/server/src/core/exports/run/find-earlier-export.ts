import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Archive } from '../bundles/store-delta.ts'

/** Exports of which a later one may take parts over. */
interface Line {
  projectId: string
  domain: string
}

/** The last completed export of a whole site, of the same project and domain, whose files are still kept. */
export function earlierExport(db: Kysely<Tables>, { projectId, domain }: Line) {
  return db
    .selectFrom('export')
    .where('project_id', '=', projectId)
    .where('domain', '=', domain)
    .where('status', '=', 'completed')
    .where('requested_paths', 'is', null)
    .where(sql<boolean>`(retained_until is null or retained_until > now())`)
    .orderBy('ended_at', 'desc')
    .limit(1)
}

export async function findEarlierBundle(db: Kysely<Tables>, line: Line): Promise<Archive | undefined> {
  const columns = ['bundle_key', 'bundle_sha256', 'bundle_bytes'] as const
  return toArchive(await earlierExport(db, line).select(columns).executeTakeFirst())
}

type BundleColumns = Pick<Selectable<Tables['export']>, 'bundle_key' | 'bundle_sha256' | 'bundle_bytes'>

export function toArchive(row: BundleColumns | undefined): Archive | undefined {
  const { bundle_key, bundle_sha256, bundle_bytes } = row ?? {}
  if (!bundle_key || !bundle_sha256) return undefined
  return { key: bundle_key, sha256: bundle_sha256, bytes: Number(bundle_bytes) }
}
