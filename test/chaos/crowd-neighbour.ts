import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { makeTenants, type Tenant } from './export-world.ts'
import { startOne } from './exports.ts'
import { followExports } from './follow-exports.ts'
import { type Outcome, openWorld } from './open-world.ts'

const rounds = 3

/** Promise 15: how much slower is one organization's export while another has so many chunks in the queue? */
export async function crowdNeighbour({ chunks }: { chunks: number }): Promise<Outcome> {
  await using world = await openWorld({ workers: 1 })
  const { service, pool } = world
  const [quiet, loud] = await makeTenants(service, 2)
  if (!quiet || !loud) throw new Error('There are no two organizations.')
  const model = await startOne(service.url, loud, loud.sites[2], 0)
  await keepOpen(pool, model.jobId)
  await timeExport(service.url, quiet, -1)

  const alone = await timeExports(service.url, quiet, 0)
  await pool.query(enqueueAgain, [model.jobId, chunks])
  const queuedChunks = await countQueued(pool)
  const crowded = await timeExports(service.url, quiet, rounds)
  const figures = {
    queuedChunks,
    leftInQueue: await countQueued(pool),
    aloneSeconds: Number(alone.toFixed(2)),
    crowdedSeconds: Number(crowded.toFixed(2)),
    ratio: Number((crowded / alone).toFixed(2)),
  }
  return { figures, isKept: figures.leftInQueue > 0 && figures.ratio < 2 }
}

/** Keeps the status of a job from changing, so that more chunks of it can be queued. Returns when its own work is done. */
async function keepOpen(pool: pg.Pool, jobId: string): Promise<void> {
  await pool.query(`
    create function keep_open() returns trigger language plpgsql as 'begin return null; end';
    create trigger export_keep_open before update on export for each row
    when (new.id = '${jobId}' and new.status = 'completed') execute function keep_open()`)
  const text = `select 1 from dbos.workflow_status where workflow_uuid = $1 and status = 'SUCCESS'`
  while ((await pool.query(text, [jobId])).rows.length === 0) await delay(100)
}

/**
 * Chunks that are done, put on the queue again under other numbers: each is rendered and stored as before. To have so many by
 * exports alone would take minutes of fetching and planning.
 */
const enqueueAgain = `
  with copy as materialized (
    select chunk, $1 || ':c' || (1000 + row_number() over ()) as id
    from generate_series(1, $2::int) n, dbos.workflow_status chunk
    where chunk.parent_workflow_id = $1 order by n limit $2
  ), input as (
    insert into dbos.workflow_input
    select (jsonb_populate_record(input, jsonb_build_object('workflow_uuid', id))).*
    from copy join dbos.workflow_input input on input.workflow_uuid = (chunk).workflow_uuid
  )
  insert into dbos.workflow_status
  select (jsonb_populate_record(chunk, jsonb_build_object('workflow_uuid', id, 'status', 'ENQUEUED', 'output', null,
    'completed_at', null, 'started_at_epoch_ms', null, 'owner_xid', null))).*
  from copy`

/** The middle one of some. */
async function timeExports(url: string, tenant: Tenant, first: number): Promise<number> {
  const seconds: number[] = []
  for (let i = 0; i < rounds; i++) seconds.push(await timeExport(url, tenant, first + i))
  console.log(seconds.map((time) => `${time.toFixed(2)} s`).join(', '))
  return seconds.sort((a, b) => a - b)[Math.floor(rounds / 2)] as number
}

async function timeExport(url: string, tenant: Tenant, index: number): Promise<number> {
  const began = performance.now()
  await followExports(url, [await startOne(url, tenant, tenant.sites[1], index)])
  return (performance.now() - began) / 1000
}

async function countQueued(pool: pg.Pool): Promise<number> {
  const text = `select count(*)::int as queued from dbos.workflow_status where queue_name = 'chunks' and status = 'ENQUEUED'`
  const { rows } = await pool.query(text)
  return rows[0].queued
}
