import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Archive } from '../bundles/store-delta.ts'
import { findEarlierBundle, toArchive } from './find-earlier-export.ts'

/**
 * The bundle that readers of a domain have, or had before this export was published, with which it is compared: the current
 * one, and where there is none, the last completed one of the whole site.
 */
export async function findPublishedBundle(
  db: Kysely<Tables>,
  line: { exportId: string; organizationId: string; projectId: string; domain: string },
): Promise<Archive | undefined> {
  const current = await db
    .selectFrom('domain')
    .innerJoin('export', 'export.id', 'domain.current_export')
    .select(['export.id', 'bundle_key', 'bundle_sha256', 'bundle_bytes'])
    .where('domain.project_id', '=', line.projectId)
    .where('domain.name', '=', line.domain)
    .executeTakeFirst()
  const published = current?.id === line.exportId ? await findBefore(db, line) : current
  return toArchive(published) ?? findEarlierBundle(db, line)
}

/** What was current last, before the export that has been published already. */
function findBefore(db: Kysely<Tables>, line: { exportId: string; organizationId: string; domain: string }) {
  return db
    .selectFrom('publication')
    .innerJoin('export', 'export.id', 'publication.export_id')
    .select(['bundle_key', 'bundle_sha256', 'bundle_bytes'])
    .where('publication.organization_id', '=', line.organizationId)
    .where('publication.domain', '=', line.domain)
    .where('publication.export_id', '<>', line.exportId)
    .where('bundle_key', 'is not', null)
    .orderBy('publication.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
