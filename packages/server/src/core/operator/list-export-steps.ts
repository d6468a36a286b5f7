import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { LookedUp } from '../access/looked-up.ts'

export interface ExportStepRecord {
  name: string
  /** A chunk's steps run many times, side by side. */
  times: number
  startedAtMs: number
  endedAtMs: number
}

/** Where an export's time went, as the engine has written it down; nothing once the engine has forgotten it. */
export async function listExportSteps(db: Kysely<Tables>, job: LookedUp<{ id: string }>): Promise<ExportStepRecord[]> {
  const { rows } = await sql<ExportStepRecord>`
    select function_name as name, count(*)::int as times,
      min(started_at_epoch_ms)::float8 as "startedAtMs", max(completed_at_epoch_ms)::float8 as "endedAtMs"
    from dbos.operation_outputs
    where workflow_uuid in (
        select ${job.id} union all
        select workflow_uuid from dbos.workflow_status where parent_workflow_id = ${job.id})
      and started_at_epoch_ms is not null and completed_at_epoch_ms is not null and child_workflow_id is null
      and function_name not like 'DBOS.%'
    group by function_name order by min(started_at_epoch_ms)`.execute(db)
  return rows
}
