import { type Kysely, sql, type Transaction } from 'kysely'
import type { Plan, Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { LimitName } from '../limits/limits.ts'
import { readOrganization } from './read-organization.ts'

export async function renameOrganization(db: Kysely<Tables>, id: string, name: string, actor: Actor): Promise<void> {
  await change(db, id, 'organization.rename', actor, (trx) =>
    trx.updateTable('organization').set({ name }).where('id', '=', id).execute(),
  )
}

export async function setPlan(db: Kysely<Tables>, id: string, plan: Plan, actor: Actor): Promise<void> {
  await change(db, id, 'organization.set-plan', actor, (trx) =>
    trx.updateTable('organization').set({ plan }).where('id', '=', id).execute(),
  )
}

/** Null goes back to the installation's own limit. */
export async function setLimit(
  db: Kysely<Tables>,
  id: string,
  limit: { name: LimitName; value: number | null },
  actor: Actor,
): Promise<void> {
  const limits =
    limit.value === null
      ? sql<string>`limits - ${limit.name}::text`
      : sql<string>`limits || jsonb_build_object(${limit.name}::text, ${limit.value}::bigint)`
  await change(db, id, 'organization.set-limit', actor, (trx) =>
    trx.updateTable('organization').set({ limits }).where('id', '=', id).execute(),
  )
}

export async function suspend(db: Kysely<Tables>, id: string, suspended: boolean, actor: Actor): Promise<void> {
  const suspended_at = suspended ? sql<Date>`coalesce(suspended_at, now())` : null
  await change(db, id, suspended ? 'organization.suspend' : 'organization.resume', actor, (trx) =>
    trx.updateTable('organization').set({ suspended_at }).where('id', '=', id).execute(),
  )
}

async function change(
  db: Kysely<Tables>,
  id: string,
  action: string,
  actor: Actor,
  update: (trx: Transaction<Tables>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await readOrganization(trx, id)
    await update(trx)
    await recordAudit(trx, actor, { organizationId: id, action, target: id })
  })
}
