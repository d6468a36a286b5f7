import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { stepsOf } from '../steps/steps-of.ts'

export interface OpenJob {
  kind: 'export' | 'agent-job'
  id: string
  status: 'queued' | 'running' | 'active'
  /** The domain of an export, the instruction of an agent job. */
  what: string
  organizationId: string
  organization: string
  createdAt: Date
  seconds: number
  /** Since anything of it last changed. */
  idleSeconds: number
  /** Maximum over its steps. More than one: a step failed and was retried, or its worker ended. */
  attempts: number
}

/** What all organizations wait for, the longest first; of each organization its own index gives the oldest few. */
export async function listOpenJobs(db: Kysely<Tables>, limit: number): Promise<OpenJob[]> {
  const { rows } = await sql<OpenJob>`
    select job.*, o.id as "organizationId", o.name as organization,
      extract(epoch from now() - job."createdAt")::float8 as seconds,
      extract(epoch from now() - job."changedAt")::float8 as "idleSeconds",
      coalesce((select max(attempt) from job_step where ${stepsOf(sql`job.id`)}), 0) as attempts
    from organization o cross join lateral (
      (select 'export' as kind, id, status, domain as what, created_at as "createdAt", updated_at as "changedAt"
        from export where organization_id = o.id and status in ('queued', 'running') order by created_at limit ${limit})
      union all
      (select 'agent-job', id, status, left(prompt, 80), created_at, updated_at
        from agent_job where organization_id = o.id and status = 'active' order by created_at limit ${limit})
    ) job
    order by job."createdAt" limit ${limit}`.execute(db)
  return rows
}
