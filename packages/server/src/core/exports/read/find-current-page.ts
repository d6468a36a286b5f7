import type { ExportJob, ExportJobPage } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import { exportJson } from '../../../db/export-json.ts'
import type { Tables } from '../../../db/tables.ts'
import { visibleTo } from '../../access/caller.ts'
import type { ListRequest } from './list-exports.ts'

/**
 * Hosts of 0.1.0 know no current export: they ask for the newest completed export of a domain, one and no more, and
 * serve it. Exactly this question is answered with the current export, or with none while the domain has none.
 * `undefined` for any other, and for a domain that no project has any more.
 */
export async function findCurrentPage(db: Kysely<Tables>, request: ListRequest): Promise<ExportJobPage | undefined> {
  const { caller, domain, status, limit, cursor } = request
  if (domain === undefined || status !== 'completed' || limit !== 1 || cursor !== undefined) return undefined
  const { rows } = await sql<{ job: ExportJob | null }>`
    select case when e.id is not null then ${sql.raw(exportJson('e'))} end as job
    from (select * from domain where ${visibleTo(caller)}) d left join export e on e.id = d.current_export
    where d.organization_id = ${caller.organization_id} and d.name = ${domain.toLowerCase()}`.execute(db)
  const [found] = rows
  return found && { jobs: found.job ? [found.job] : [], nextCursor: null }
}
