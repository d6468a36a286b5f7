import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface SlowStep {
  name: string
  times: number
  medianSeconds: number
  slowestSeconds: number
}

/** Where the workers' time of the last day went: the steps by the longest run of each. */
export async function listSlowSteps(db: Kysely<Tables>, limit: number): Promise<SlowStep[]> {
  const { rows } = await sql<SlowStep>`
    select name, count(*)::int as times,
      percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at)::float8) as "medianSeconds",
      max(extract(epoch from ended_at - started_at))::float8 as "slowestSeconds"
    from job_step
    where started_at > now() - interval '1 day' and ended_at is not null
    group by name order by 4 desc limit ${limit}`.execute(db)
  return rows
}
