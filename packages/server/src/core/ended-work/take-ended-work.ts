import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Work of the engine whose job, or turn of a job, has ended. */
export interface EndedWork {
  workflowId: string
  /** Of an agent job only: an export's files have a time of their own. */
  agentJobId: string | null
  organizationId: string | null
  /** A process that still works on it must stop. */
  isCancelled: boolean
}

/** For how long they are the worker's that took them: one that dies is late by this. */
const takenSeconds = 120

/** Time for the engine to record the end of the workflow, which follows the end of the job. */
const graceSeconds = 1

export async function takeEndedWork(db: Kysely<Tables>, atMost: number): Promise<EndedWork[]> {
  const { rows } = await sql<EndedWork>`
    with due as (
      select workflow_id from ended_work where due_at <= now() - make_interval(secs => ${graceSeconds})
      order by due_at limit ${atMost} for update skip locked
    ), taken as (
      update ended_work set due_at = now() + make_interval(secs => ${takenSeconds})
      where workflow_id in (select workflow_id from due) returning workflow_id, agent_job_id, export_id
    )
    select workflow_id as "workflowId", agent_job_id as "agentJobId",
      agent_job.organization_id as "organizationId",
      coalesce(export.error_code, agent_job.error_code) is not distinct from 'cancelled' as "isCancelled"
    from taken left join agent_job on agent_job.id = agent_job_id left join export on export.id = export_id`.execute(db)
  return rows
}

export async function forgetEndedWork(db: Kysely<Tables>, workflowIds: readonly string[]): Promise<void> {
  await sql`delete from ended_work where workflow_id = any(${workflowIds})`.execute(db)
}

/** Until their workflows have ended too. */
export async function putOffEndedWork(
  db: Kysely<Tables>,
  workflowIds: readonly string[],
  seconds: number,
): Promise<void> {
  await sql`
    update ended_work set due_at = now() + make_interval(secs => ${seconds})
    where workflow_id = any(${workflowIds})`.execute(db)
}
