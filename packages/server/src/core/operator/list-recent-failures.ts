import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface RecentFailure {
  kind: 'export' | 'agent-job'
  id: string
  what: string
  errorCode: string
  error: string
  at: Date
  organizationId: string
  organization: string
}

/** What failed lately, whoever's it was; nobody's own cancellation is a failure. */
export async function listRecentFailures(db: Kysely<Tables>, limit: number): Promise<RecentFailure[]> {
  const { rows } = await sql<RecentFailure>`
    select job.*, o.id as "organizationId", o.name as organization
    from organization o cross join lateral (
      (select 'export' as kind, id, domain as what, error_code as "errorCode", error, coalesce(ended_at, created_at) as at
        from export where organization_id = o.id and status = 'failed' and error_code <> 'cancelled'
        order by created_at desc limit ${limit})
      union all
      (select 'agent-job', id, left(prompt, 80), error_code, error, coalesce(ended_at, created_at)
        from agent_job where organization_id = o.id and status = 'failed' and error_code <> 'cancelled'
        order by created_at desc limit ${limit})
    ) job
    order by job.at desc limit ${limit}`.execute(db)
  return rows
}
