import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../access/caller.ts'
import { OperatorError } from '../operator-error.ts'

/** The installation's operator acts in the name of the organization whose job it is. */
export function callerFor(job: { organizationId: string; limits: Record<string, number> }): Caller {
  return { organization_id: job.organizationId, project_ids: null, limits: job.limits }
}

export async function findAnyExport(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('export')
    .innerJoin('organization', 'organization.id', 'export.organization_id')
    .select((column) => [
      'export.id',
      'export.domain',
      column.ref('export.requested_ref').as('ref'),
      column.ref('export.requested_version').as('version'),
      column.ref('export.requested_paths').as('paths'),
      column.ref('organization.id').as('organizationId'),
      'organization.name',
      'organization.plan',
      'organization.limits',
    ])
    .where('export.id', '=', id)
    .executeTakeFirstOrThrow(() => new OperatorError(`There is no export ${id}.`))
}

export async function findAnyAgentJob(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('agent_job')
    .innerJoin('organization', 'organization.id', 'agent_job.organization_id')
    .select((column) => [
      'agent_job.id',
      column.ref('agent_job.project_id').as('projectId'),
      column.ref('organization.id').as('organizationId'),
      'organization.name',
      'organization.limits',
    ])
    .where('agent_job.id', '=', id)
    .executeTakeFirstOrThrow(() => new OperatorError(`There is no agent job ${id}.`))
}
