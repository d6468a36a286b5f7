import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Archive } from '../bundles/store-delta.ts'
import { findEarlierBundle, toArchive } from './find-earlier-export.ts'

/** The bundle with which an export is compared: the current one of the domain, or the last completed one of the whole site. */
export async function findPublishedBundle(
  db: Kysely<Tables>,
  line: { projectId: string; domain: string },
): Promise<Archive | undefined> {
  const current = await db
    .selectFrom('domain')
    .innerJoin('export', 'export.id', 'domain.current_export')
    .select(['bundle_key', 'bundle_sha256', 'bundle_bytes'])
    .where('domain.project_id', '=', line.projectId)
    .where('domain.name', '=', line.domain)
    .executeTakeFirst()
  return toArchive(current) ?? findEarlierBundle(db, line)
}
