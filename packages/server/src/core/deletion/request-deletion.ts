import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { stepsOf } from '../steps/steps-of.ts'

interface DeletionRequest {
  organizationId: string
  /** Where its files lie in the bucket. */
  prefixes: readonly string[]
  /** Its jobs in the engine. */
  workflows: readonly string[]
}

/** In the transaction that deletes the rows: nothing of the tenant is seen from then on, and the workers do the rest. */
export async function requestDeletion(
  trx: Transaction<Tables>,
  { organizationId, prefixes, workflows }: DeletionRequest,
): Promise<void> {
  await trx
    .insertInto('deletion')
    .values({ organization_id: organizationId, prefixes: [...prefixes], workflows: [...workflows] })
    .execute()
}

type Deleted = { projectId: string } | { organizationId: string }

/** Workflows that the engine may have records of: of open jobs, and of jobs that have just ended. */
export async function listKnownWorkflows(trx: Transaction<Tables>, deleted: Deleted): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from export where ${isOf(deleted)} and status in ('queued', 'running')
    union
    select id || ':t' || turn from agent_job where ${isOf(deleted)} and status = 'active'
    union
    select workflow_id from ended_work join export on export.id = export_id where ${isOf(deleted)}
    union
    select workflow_id from ended_work join agent_job on agent_job.id = agent_job_id where ${isOf(deleted)}`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/** Deletes the step rows of the jobs. Rows that a running job adds later are deleted with its workflow. */
export async function deleteSteps(trx: Transaction<Tables>, deleted: Deleted): Promise<void> {
  await deleteStepsOf(
    trx,
    sql`select id from export where ${isOf(deleted)} union all select id from agent_job where ${isOf(deleted)}`,
  )
}

/** Deletes step rows that jobs added after their deletion was requested. */
export async function deleteLateSteps(db: Kysely<Tables>, workflows: readonly string[]): Promise<void> {
  await deleteStepsOf(db, sql`select unnest(${workflows}::text[]) as id`)
}

async function deleteStepsOf(db: Kysely<Tables>, ids: RawBuilder<unknown>): Promise<void> {
  await sql`delete from job_step using (${ids}) as job where ${stepsOf(sql`job.id`)}`.execute(db)
}

function isOf(deleted: Deleted): RawBuilder<boolean> {
  return 'projectId' in deleted
    ? sql`project_id = ${deleted.projectId}`
    : sql`organization_id = ${deleted.organizationId}`
}
