import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { defaultLimits, type LimitName } from '../limits/limits.ts'
import { type ModelPrices, noPrices } from './model-prices.ts'
import { readMonthlyBudget } from './monthly-budget.ts'

/** Quotas of this hour, as `useQuota` names them; those of projects count the project that used most. */
const quotas: Partial<Record<LimitName, string>> = {
  exportStartsPerHour: 'export starts',
  keyCreationsPerHour: 'key creations',
  deltasPerHour: 'deltas',
  agentCreatesPerHour: 'agent jobs',
  agentMessagesPerHour: 'messages to agent jobs',
}

/** How much of a limit an organization uses now; undefined where that is not recorded. */
export async function readLimitUse(
  db: Kysely<Tables>,
  organizationId: string,
  name: LimitName,
  prices: ModelPrices = noPrices,
): Promise<number | undefined> {
  const quota = quotas[name]
  if (quota !== undefined) return readQuotaUse(db, organizationId, quota)
  switch (name) {
    case 'activeAgentJobs':
      return count(sql`select count(*) from agent_job where organization_id = ${organizationId} and status = 'active'`)
    case 'domains':
      return count(sql`select count(*) from domain where organization_id = ${organizationId}`)
    case 'projects':
      return count(sql`select count(*) from project where organization_id = ${organizationId}`)
    case 'sitePages':
      return count(sql`
        select coalesce(max(export.page_count), 0) from domain join export on export.id = domain.current_export
        where domain.organization_id = ${organizationId}`)
    case 'agentTokensPerMonth':
    case 'agentCostPerMonth': {
      const used = await readMonthlyBudget(db, { organizationId, limits: defaultLimits, own: {}, prices })
      return name === 'agentTokensPerMonth' ? used.tokens : used.cost
    }
    default:
      return undefined
  }

  async function count(query: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await sql<{ count: string }>`select (${query}) as count`.execute(db)
    return Number(rows[0]?.count ?? 0)
  }
}

async function readQuotaUse(db: Kysely<Tables>, organizationId: string, quota: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(max(used), 0) as used from quota
    where name = ${quota} and hour = date_trunc('hour', now(), 'UTC')
      and (subject = ${organizationId} or subject in (select id from project where organization_id = ${organizationId}))
  `.execute(db)
  return rows[0]?.used ?? 0
}
