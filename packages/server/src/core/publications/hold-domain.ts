import type { CurrentExport } from '@bindery/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { currentFields } from '../../db/current-json.ts'
import type { Tables } from '../../db/tables.ts'
import { type Caller, isVisibleTo } from '../access/caller.ts'
import { AppError } from '../app-error.ts'

export type HeldDomain = Awaited<ReturnType<typeof holdDomain>>

/** A domain that the caller may see, held until the transaction ends: publications of it take turns. */
export async function holdDomain(trx: Transaction<Tables>, caller: Caller, name: string) {
  return expectVisible(await findRow(trx, caller, name).forUpdate().executeTakeFirst(), caller)
}

export async function findVisibleDomain(db: Kysely<Tables>, caller: Caller, name: string) {
  return expectVisible(await findRow(db, caller, name).executeTakeFirst(), caller)
}

function findRow(db: Kysely<Tables>, { organization_id }: Caller, name: string) {
  return db
    .selectFrom('domain')
    .select(['name', 'organization_id', 'project_id', 'current_export', 'pinned_at', 'pin_reason'])
    .where('organization_id', '=', organization_id)
    .where('name', '=', name.toLowerCase())
}

function expectVisible<Row extends { project_id: string }>(row: Row | undefined, caller: Caller): Row {
  if (row && isVisibleTo(caller, row.project_id)) return row
  throw domainNotFound()
}

export function domainNotFound(): AppError {
  return new AppError(
    'domain_not_found',
    'No project of this organization has this domain. Check its spelling, or add it to a project.',
  )
}

/** What is current of a domain, as the API shows it. */
export async function readCurrent(
  db: Kysely<Tables>,
  { organization_id, name }: Pick<HeldDomain, 'organization_id' | 'name'>,
): Promise<CurrentExport> {
  const { rows } = await sql<{ current: CurrentExport }>`
    select row_to_json(current) as current from domain d left join export e on e.id = d.current_export
    cross join lateral (select ${sql.raw(currentFields)}) current
    where d.organization_id = ${organization_id} and d.name = ${name}`.execute(db)
  const [found] = rows
  if (found) return found.current
  throw domainNotFound()
}
