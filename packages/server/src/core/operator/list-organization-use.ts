import { type Kysely, sql } from 'kysely'
import type { Plan, Tables } from '../../db/tables.ts'

export interface OrganizationUse {
  id: string
  name: string
  plan: Plan
  suspended: boolean
  projects: number
  /** Of the last 30 days. */
  exports: number
  agentJobs: number
}

/** Every organization with what it has and did lately; those that did most come first. */
export async function listOrganizationUse(db: Kysely<Tables>, limit: number): Promise<OrganizationUse[]> {
  const { rows } = await sql<OrganizationUse>`
    select id, name, plan, suspended_at is not null as suspended,
      (select count(*)::int from project where organization_id = o.id) as projects,
      (select count(*)::int from export
        where organization_id = o.id and created_at > now() - interval '30 days') as exports,
      (select count(*)::int from agent_job
        where organization_id = o.id and created_at > now() - interval '30 days') as "agentJobs"
    from organization o
    order by exports desc, "agentJobs" desc, name, id limit ${limit}`.execute(db)
  return rows
}
