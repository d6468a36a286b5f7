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

export async function findAnyEdit(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('edit')
    .innerJoin('organization', 'organization.id', 'edit.organization_id')
    .select((column) => [
      'edit.id',
      column.ref('edit.project_id').as('projectId'),
      column.ref('organization.id').as('organizationId'),
      'organization.name',
      'organization.limits',
    ])
    .where('edit.id', '=', id)
    .executeTakeFirstOrThrow(() => new OperatorError(`There is no edit ${id}.`))
}
