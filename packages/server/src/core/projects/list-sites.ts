import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A domain of a project with what its readers get now. */
export interface ProjectSite {
  domain: string
  isVerified: boolean
  isPinned: boolean
  publishedAt: Date | null
  current: SiteExport | null
  /** The completed export before the current one, while its files are there. */
  before: SiteExport | null
}

export interface SiteExport {
  id: string
  version: string | null
  commit: string | null
  pages: number
  errors: number
  warnings: number
  /** Whether its files are there to look at. */
  hasFiles: boolean
}

const fieldsOf = (row: string) =>
  sql.raw(`case when ${row}.id is not null then json_build_object('id', ${row}.id, 'version', ${row}.version,
    'commit', ${row}.commit, 'pages', ${row}.page_count, 'errors', ${row}.errors, 'warnings', ${row}.warnings,
    'hasFiles', coalesce(${row}.retained_until > now(), true)) end`)

/** The domains of a project by name, the first of many. */
export async function listSites(
  db: Kysely<Tables>,
  { organizationId, projectId, limit }: { organizationId: string; projectId: string; limit: number },
): Promise<ProjectSite[]> {
  const { rows } = await sql<ProjectSite>`
    select d.name as domain, d.verified_at is not null as "isVerified", d.pinned_at is not null as "isPinned",
      d.published_at as "publishedAt", ${fieldsOf('e')} as current, ${fieldsOf('b')} as before
    from domain d
    left join export e on e.id = d.current_export
    left join lateral (
      select * from export earlier
      where earlier.project_id = e.project_id and earlier.domain = e.domain and earlier.status = 'completed'
        and earlier.ended_at < e.ended_at and coalesce(earlier.retained_until > now(), true)
      order by earlier.ended_at desc limit 1
    ) b on true
    where d.organization_id = ${organizationId} and d.project_id = ${projectId}
    order by d.name limit ${limit}`.execute(db)
  return rows
}
