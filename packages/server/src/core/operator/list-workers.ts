import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface WorkerStep {
  name: string
  workflowId: string
  seconds: number
}

export interface LiveWorker {
  /** Where its connection comes from; null on the database's own host. */
  address: string | null
  since: Date
  cores: number
  /** Number of running steps, and the one that started first. */
  running: number
  longest: WorkerStep | null
}

/** Lists running workers with their steps. */
export async function listWorkers(db: Kysely<Tables>): Promise<LiveWorker[]> {
  const { rows } = await sql<LiveWorker>`
    select worker.address, worker.since, worker.cores, step.running, step.longest
    from worker cross join lateral (
      select count(*)::int as running,
        (array_agg(jsonb_build_object('name', name, 'workflowId', workflow_id,
          'seconds', extract(epoch from clock_timestamp() - started_at)) order by started_at))[1] as longest
      from job_step where job_step.worker = worker.id and ended_at is null
    ) step
    where worker.lost_at is null order by worker.since limit 100`.execute(db)
  return rows
}
