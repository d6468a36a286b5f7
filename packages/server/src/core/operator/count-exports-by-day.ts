import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface ExportDay {
  /** `2026-01-31`, in UTC. */
  day: string
  exports: number
  failures: number
  /** Of those that completed; null on a day without any. */
  medianSeconds: number | null
}

/** The exports of the last days, today's last, days without any too. Each organization's index gives its own. */
export async function countExportsByDay(db: Kysely<Tables>, days: number): Promise<ExportDay[]> {
  const { rows } = await sql<ExportDay>`
    with lately as (
      select (e.created_at at time zone 'UTC')::date as day, e.*
      from organization o cross join lateral (
        select created_at, status, extract(epoch from ended_at - started_at) as seconds from export
        where organization_id = o.id and created_at > now() - make_interval(days => ${days})
      ) e
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, count(l.day)::int as exports,
      count(*) filter (where l.status = 'failed')::int as failures,
      (percentile_cont(0.5) within group (order by l.seconds) filter (where l.status = 'completed'))::float8 as "medianSeconds"
    from generate_series((now() at time zone 'UTC')::date - ${days - 1}::int, (now() at time zone 'UTC')::date, '1 day') d(day)
    left join lately l on l.day = d.day::date
    group by d.day order by d.day`.execute(db)
  return rows
}
