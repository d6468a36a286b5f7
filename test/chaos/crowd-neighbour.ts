import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { makeTenants, type Tenant } from './export-world.ts'
import { startOne } from './exports.ts'
import { followExports } from './follow-exports.ts'
import { type Outcome, openWorld } from './open-world.ts'

const rounds = 3
// Of the largest site; measured, so that enough exports are started.
const chunksOfExport = 10

/** Promise 15: how much slower is one organization's export while another has so many chunks in the queue? */
export async function crowdNeighbour({ chunks }: { chunks: number }): Promise<Outcome> {
  // An organization gets a fifth of a worker's parents, and each parent queues its own chunks only: enough of both.
  const exports = Math.ceil((chunks * 1.5) / chunksOfExport)
  const env = { BINDERY_WORKER_EXPORTS: String(Math.min(1_000, exports * 5)) }
  await using world = await openWorld({ workers: 1, env })
  const { service, pool } = world
  const [quiet, loud] = await makeTenants(service, 2)
  if (!quiet || !loud) throw new Error('There are no two organizations.')

  await timeExport(service.url, quiet, -1)
  const alone = await timeExports(service.url, quiet, 0)
  await Promise.all(Array.from({ length: exports }, (_, i) => startOne(service.url, loud, loud.sites[2], i)))
  const queued = await waitForQueue(pool, chunks)
  const crowded = await timeExports(service.url, quiet, rounds)
  const figures = {
    queuedChunks: queued,
    leftInQueue: await countQueued(pool),
    aloneSeconds: Number(alone.toFixed(2)),
    crowdedSeconds: Number(crowded.toFixed(2)),
    ratio: Number((crowded / alone).toFixed(2)),
  }
  return { figures, isKept: figures.leftInQueue > 0 && figures.ratio < 2 }
}

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

async function waitForQueue(pool: pg.Pool, chunks: number): Promise<number> {
  const deadline = Date.now() + 600_000
  while (Date.now() < deadline) {
    const queued = await countQueued(pool)
    if (queued >= chunks) return queued
    await delay(50)
  }
  throw new Error(`There were never ${chunks} chunks in the queue; ${await countQueued(pool)} are now.`)
}

async function countQueued(pool: pg.Pool): Promise<number> {
  const text = `select count(*)::int as queued from dbos.workflow_status where queue_name = 'chunks' and status = 'ENQUEUED'`
  const { rows } = await pool.query(text)
  return rows[0].queued
}
