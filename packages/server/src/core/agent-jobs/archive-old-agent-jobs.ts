import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { LimitName } from '../limits/limits.ts'

/** A minute's share is far less; the rest waits for the next call, so that no update is a long one. */
const atOnce = 1_000

const limit: LimitName = 'agentJobArchiveDays'

/**
 * Archives agent jobs that ended longer ago than `days`, or than the organization's own limit says; 0 is never. Each agent job is
 * taken by one worker alone.
 */
export async function archiveOldAgentJobs(db: Kysely<Tables>, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update agent_job set status = 'archived', archived_from = agent_job.status, archived_at = date_trunc('milliseconds', now())
    where id in (
      select agent_job.id from agent_job
      join organization on organization.id = agent_job.organization_id
      cross join lateral (select coalesce((organization.limits ->> ${limit})::float8, ${days}::float8) as days) kept
      where agent_job.status in ('completed', 'failed') and kept.days > 0
        and agent_job.ended_at < now() - least(kept.days, 36500) * interval '1 day'
      order by agent_job.ended_at limit ${atOnce} for update of agent_job skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
