import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleExport } from '../export-failure.ts'

/** The source that a project's last export has stored. */
export interface ProjectSource {
  listKey: string
  listSha256: string
  /** Digest of all paths and what lies at them. */
  files: string
  /** Names of the packs that its list leads to. */
  packs: string[]
  /** None of the packs is older. */
  begunAt: Date
}

/**
 * Of which a new one takes over what is the same; none when it began a week ago. What an author has removed lies in its
 * packs beside what is still there, and is gone with the next one that begins anew.
 */
export async function findProjectSource(db: Kysely<Tables>, projectId: string): Promise<ProjectSource | undefined> {
  return db
    .selectFrom('project_source')
    .select(['list_key as listKey', 'list_sha256 as listSha256', 'files', 'packs', 'begun_at as begunAt'])
    .where('project_id', '=', projectId)
    .where('begun_at', '>', sql<Date>`now() - interval '7 days'`)
    .executeTakeFirst()
}

/** True if another export of the project is running, which may read its source. */
export async function isSourceInUse(
  db: Kysely<Tables>,
  { projectId, exportId }: { projectId: string; exportId: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('export')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '<>', exportId)
    .where('status', '=', 'running')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * From now on these are the packs of the project. Only while the export runs: what has ended may have lost its packs
 * already, and ends no sooner than this is written.
 */
export async function recordProjectSource(
  db: Kysely<Tables>,
  exportId: string,
  source: Omit<ProjectSource, 'begunAt'> & { begunAt: Date | undefined },
): Promise<void> {
  const { listKey, listSha256, files, packs, begunAt } = source
  const { numAffectedRows } = await sql`
    with running as (
      select project_id from export where id = ${exportId} and status = 'running' for update
    )
    insert into project_source (project_id, list_key, list_sha256, files, packs, begun_at)
    select project_id, ${listKey}, ${listSha256}, ${files}, ${packs}::text[], coalesce(${begunAt ?? null}::timestamptz, now())
    from running
    on conflict (project_id) do update set (list_key, list_sha256, files, packs, begun_at) =
      (excluded.list_key, excluded.list_sha256, excluded.files, excluded.packs, excluded.begun_at)`.execute(db)
  if (numAffectedRows !== 1n) throw new StaleExport(exportId)
}
