import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface QueueDepth {
  name: string
  waiting: number
  running: number
  /** How long the first in the row has waited. */
  oldestSeconds: number | null
}

/** How much work waits and runs, queue by queue. */
export async function countQueues(db: Kysely<Tables>): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select queue_name as name,
      count(*) filter (where status = 'ENQUEUED')::int as waiting,
      count(*) filter (where status = 'PENDING')::int as running,
      (extract(epoch from now()) - min(created_at) filter (where status = 'ENQUEUED') / 1000.0)::float8 as "oldestSeconds"
    from dbos.workflow_status
    where status in ('ENQUEUED', 'PENDING') and queue_name is not null
    group by queue_name order by queue_name`.execute(db)
  return rows
}
