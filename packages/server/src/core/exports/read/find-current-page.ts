import type { ExportJob, ExportJobPage } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import { exportJson } from '../../../db/export-json.ts'
import type { Tables } from '../../../db/tables.ts'
import { visibleTo } from '../../access/caller.ts'
import type { ListRequest } from './list-exports.ts'

/**
 * A host that can take no delta asks for the newest completed export of its domain, one and no more, while the archive of
 * the current export is still being written. The response is the export that was current before, or none while the domain
 * has none. `undefined` for any other request, and for a domain that no project has any more.
 */
export async function findCurrentPage(db: Kysely<Tables>, request: ListRequest): Promise<ExportJobPage | undefined> {
  const { caller, domain, status, limit, cursor } = request
  if (domain === undefined || status !== 'completed' || limit !== 1 || cursor !== undefined) return undefined
  const { rows } = await sql<{ job: ExportJob | null }>`
    select case when c.status <> 'running' then ${sql.raw(exportJson('c'))}
      when before.id is not null then ${sql.raw(exportJson('before'))} end as job
    from (select * from domain where ${visibleTo(caller)}) d left join export c on c.id = d.current_export
    left join lateral (
      select export.* from publication join export on export.id = publication.export_id
      where c.status = 'running' and publication.organization_id = d.organization_id and publication.domain = d.name
        and export.status = 'completed' and (export.retained_until is null or export.retained_until > now())
      order by publication.id desc limit 1) before on true
    where d.organization_id = ${caller.organization_id} and d.name = ${domain.toLowerCase()}`.execute(db)
  const [found] = rows
  return found && { jobs: found.job ? [found.job] : [], nextCursor: null }
}
