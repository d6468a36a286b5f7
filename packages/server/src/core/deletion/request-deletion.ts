import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

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

/** What the engine has of a project's jobs. */
export async function listProjectWorkflows(trx: Transaction<Tables>, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with jobs as (
      select id from export where project_id = ${projectId}
      union all
      select id || ':t' || n from agent_job cross join lateral generate_series(1, turn) as n where project_id = ${projectId}
    )
    select id from jobs join dbos.workflow_status on workflow_uuid = id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Of all jobs that it ever had, also those whose project is gone. */
export async function listOrganizationWorkflows(trx: Transaction<Tables>, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select workflow_uuid as id from dbos.workflow_status
    where queue_partition_key = ${organizationId} and parent_workflow_id is null`.execute(trx)
  return rows.map(({ id }) => id)
}
