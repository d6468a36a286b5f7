import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { costOf, type ModelPrices, type ModelTokens, tokensOf } from './model-prices.ts'

export type UsageUnit = 'day' | 'month'

/** What an organization used in a day or a month of UTC. */
export interface UsagePeriod {
  /** `2026-01-31` or `2026-01`. */
  period: string
  /** That were started. */
  exports: number
  /** Of exports that completed. */
  pages: number
  /** Bundles that were stored at its end. */
  storedBytes: number
  tokens: number
  cost: number
}

const forms = { day: 'YYYY-MM-DD', month: 'YYYY-MM' }
const counts = { day: 30, month: 12 }

/** The last 30 days or 12 months, the current one last. Every statement reads the organization's own rows once. */
export async function listUsage(
  db: Kysely<Tables>,
  organizationId: string,
  unit: UsageUnit,
  prices: ModelPrices,
): Promise<UsagePeriod[]> {
  const [periods, exports, stored, tokens] = await Promise.all([
    listPeriods(db, unit),
    countExports(db, organizationId, unit),
    sumStored(db, organizationId, unit),
    sumTokens(db, organizationId, unit),
  ])
  const [first = ''] = periods
  let storedBytes = stored.filter(({ period }) => period < first).reduce((sum, { bytes }) => sum + bytes, 0)
  return periods.map((period) => {
    const started = exports.find((one) => one.period === period)
    const used = tokens.filter((one) => one.period === period)
    storedBytes += stored.find((one) => one.period === period)?.bytes ?? 0
    return {
      period,
      exports: started?.exports ?? 0,
      pages: started?.pages ?? 0,
      storedBytes,
      tokens: tokensOf(used),
      cost: costOf(used, prices),
    }
  })
}

/** By the clock of the database, as all the rest. */
async function listPeriods(db: Kysely<Tables>, unit: UsageUnit): Promise<string[]> {
  const before = sql.lit(`${counts[unit] - 1} ${unit}s`)
  const { rows } = await sql<{ period: string }>`
    select to_char(at, ${forms[unit]}) as period
    from (select date_trunc(${sql.lit(unit)}, now() at time zone 'UTC') as today) as clock,
      generate_series(today - ${before}::interval, today, ${sql.lit(`1 ${unit}`)}::interval) as at
    order by at`.execute(db)
  return rows.map(({ period }) => period)
}

async function countExports(db: Kysely<Tables>, organizationId: string, unit: UsageUnit) {
  const { rows } = await sql<{ period: string; exports: number; pages: number }>`
    select to_char(created_at at time zone 'UTC', ${forms[unit]}) as period, count(*)::int as exports,
      coalesce(sum(page_count) filter (where status = 'completed'), 0)::float8 as pages
    from export
    where organization_id = ${organizationId}
      and created_at >= date_trunc(${sql.lit(unit)}, now(), 'UTC') - ${sql.lit(`${counts[unit] - 1} ${unit}s`)}::interval
    group by 1`.execute(db)
  return rows
}

/** What came and what went: a bundle is there from the end of its export until its retention is over. */
async function sumStored(db: Kysely<Tables>, organizationId: string, unit: UsageUnit) {
  const { rows } = await sql<{ period: string; bytes: number }>`
    select to_char(at at time zone 'UTC', ${forms[unit]}) as period, sum(bytes)::float8 as bytes
    from (
      select ended_at as at, bundle_bytes as bytes from export
      where organization_id = ${organizationId} and bundle_bytes is not null and ended_at is not null
      union all
      select retained_until, -bundle_bytes from export
      where organization_id = ${organizationId} and bundle_bytes is not null and retained_until <= now()
    ) as moves
    group by 1`.execute(db)
  return rows
}

async function sumTokens(db: Kysely<Tables>, organizationId: string, unit: UsageUnit) {
  const { rows } = await sql<ModelTokens & { period: string }>`
    select to_char(day, ${forms[unit]}) as period, model,
      sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens"
    from agent_usage
    where organization_id = ${organizationId} and day > (now() at time zone 'UTC')::date - 366
    group by 1, 2`.execute(db)
  return rows
}
