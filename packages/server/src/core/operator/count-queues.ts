import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { queueNames } from '../../engine/settings.ts'
import { stepsOf } from '../steps/steps-of.ts'

export interface QueueDepth {
  name: string
  waiting: number
  running: number
  /** How long the first in the row has waited. */
  oldestSeconds: number | null
}

/** Counts waiting and running work of each queue. A chunk or a turn waits until its first step starts. */
export async function countQueues(db: Kysely<Tables>): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select ${queueNames.exports}::text as name, (count(*) filter (where status = 'queued'))::int as waiting,
      (count(*) filter (where status = 'running'))::int as running,
      extract(epoch from now() - min(created_at) filter (where status = 'queued'))::float8 as "oldestSeconds"
    from export where status in ('queued', 'running')
    union all
    select ${queueNames.chunks}, coalesce(sum(export.open_chunks - chunk.begun), 0)::int,
      coalesce(sum(chunk.running), 0)::int,
      max(extract(epoch from now() - kept.ended_at)) filter (where export.open_chunks > chunk.begun)
    from export
    join lateral (
      select count(distinct workflow_id) as begun,
        count(distinct workflow_id) filter (where ended_at is null) as running
      from job_step where ${stepsOf(sql`export.id`, { chunks: true })}
    ) chunk on true
    left join lateral (
      select max(ended_at) as ended_at from job_step where workflow_id = export.id collate "C" and name = 'keep-chunks'
    ) kept on true
    where export.status = 'running' and export.open_chunks is not null
    union all
    select ${queueNames.agentJobs}, (count(*) filter (where not turn.has_begun))::int,
      (count(*) filter (where turn.has_begun))::int,
      extract(epoch from now() - min(updated_at) filter (where not turn.has_begun))
    from agent_job
    join lateral (
      select exists (select from job_step where workflow_id = (agent_job.id || ':t' || agent_job.turn) collate "C") as has_begun
    ) turn on true
    where status = 'active'`.execute(db)
  return rows
}
