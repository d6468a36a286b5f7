import { makeTenants } from './export-world.ts'
import { startOne } from './exports.ts'
import { countCompleted, followExports } from './follow-exports.ts'
import { type Outcome, openWorld } from './open-world.ts'

const widths = { narrow: 1, wide: 4 }

/** Two workers are configured for unequal numbers of chunks at once: how many did each have under way at the most? */
export async function holdWidths({ exports: count }: { exports: number }): Promise<Outcome> {
  await using world = await openWorld({ workers: 0 })
  const { service, fleet, pool } = world
  // The wide one starts last: what it writes about the queues is what all workers read.
  const narrow = await fleet.grow({ BINDERY_WORKER_CHUNKS: String(widths.narrow) })
  const wide = await fleet.grow({ BINDERY_WORKER_CHUNKS: String(widths.wide) })
  const tenants = await makeTenants(service, 3)
  const started = await Promise.all(
    Array.from({ length: count }, (_, i) => {
      const tenant = tenants[i % tenants.length]
      if (!tenant) throw new Error('There is no organization to export for.')
      return startOne(service.url, tenant, tenant.sites[2], i)
    }),
  )
  const ended = await followExports(service.url, started)
  const { rows } = await pool.query<{ executor: string; chunks: number; most: number }>(countAtOnce)
  const of = (executor: string) => rows.find((row) => row.executor === executor) ?? { chunks: 0, most: 0 }
  const figures = {
    exports: count,
    completed: countCompleted(ended),
    narrowWidth: widths.narrow,
    narrowMost: of(narrow.executorId).most,
    narrowChunks: of(narrow.executorId).chunks,
    wideWidth: widths.wide,
    wideMost: of(wide.executorId).most,
    wideChunks: of(wide.executorId).chunks,
  }
  const isKept = figures.narrowMost === widths.narrow && figures.wideMost === widths.wide
  return { figures, isKept: isKept && figures.completed === count }
}

/** From the times that the engine has written down for every chunk of the run, not from looking now and then. */
const countAtOnce = `
  with chunk as (
    select executor_id, workflow_uuid, step.started_at_epoch_ms as began, step.completed_at_epoch_ms as ended
    from dbos.operation_outputs step join dbos.workflow_status using (workflow_uuid)
    where function_name = 'render'
  ), at_once as (
    select one.executor_id, count(*)::int as others
    from chunk one join chunk other on other.executor_id = one.executor_id
      and other.began <= one.began and one.began < other.ended
    group by one.executor_id, one.workflow_uuid
  )
  select executor_id as executor, count(*)::int as chunks, max(others) as most from at_once group by 1`
