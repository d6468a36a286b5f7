import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { LookedUp } from '../access/looked-up.ts'
import { stepsOf } from '../steps/steps-of.ts'

export interface ExportStepRecord {
  name: string
  /** A chunk's steps run many times, side by side. */
  times: number
  startedAtMs: number
  /** Null while one of them is running. */
  endedAtMs: number | null
}

/** Steps of an export and of its chunks, grouped by name, in the order of their start. */
export async function listExportSteps(db: Kysely<Tables>, job: LookedUp<{ id: string }>): Promise<ExportStepRecord[]> {
  const { rows } = await sql<ExportStepRecord>`
    with attempts as (
      select *, attempt = max(attempt) over (partition by workflow_id, number, name) as is_last
      from job_step where ${stepsOf(sql`${job.id}::text`)}
    )
    select name, (count(*) filter (where attempt = 1))::int as times,
      (extract(epoch from min(started_at)) * 1000)::float8 as "startedAtMs",
      case when not bool_or(is_last and ended_at is null)
        then (extract(epoch from max(ended_at)) * 1000)::float8 end as "endedAtMs"
    from attempts group by name order by min(started_at)`.execute(db)
  return rows
}
