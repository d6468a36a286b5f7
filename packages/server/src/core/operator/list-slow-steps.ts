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
    select function_name as name, count(*)::int as times,
      (percentile_cont(0.5) within group (order by completed_at_epoch_ms - started_at_epoch_ms) / 1000)::float8 as "medianSeconds",
      (max(completed_at_epoch_ms - started_at_epoch_ms) / 1000.0)::float8 as "slowestSeconds"
    from dbos.operation_outputs
    where completed_at_epoch_ms > extract(epoch from now() - interval '1 day') * 1000
      and started_at_epoch_ms is not null and function_name not like 'DBOS.%' and child_workflow_id is null
    group by function_name order by 4 desc limit ${limit}`.execute(db)
  return rows
}
