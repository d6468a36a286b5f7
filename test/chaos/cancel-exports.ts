import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { makeTenants } from './export-world.ts'
import { downloadDigest, readBundle, readJob, type StartedExport, startOne } from './exports.ts'
import { followExports } from './follow-exports.ts'
import { type Outcome, openWorld } from './open-world.ts'

interface Cancelled {
  seconds: number
  leftRunning: number
  isPublished: boolean
  isCancelled: boolean
}

/** Cancels an export at so many moments, spread evenly over its life, and looks what is left of each. */
export async function cancelExports({ count, workers }: { count: number; workers: number }): Promise<Outcome> {
  await using world = await openWorld({ workers })
  const { pool, service } = world
  const { url } = service
  const [tenant] = await makeTenants(service, 1)
  if (!tenant) throw new Error('There is no organization to export for.')
  const start = (index: number) => startOne(url, tenant, tenant.sites[2], index)
  const before = await exportWhole(url, await start(-1))
  const outcomes: Cancelled[] = []
  let endedBefore = 0
  for (let i = 0; outcomes.length < count; i++) {
    const started = await start(i)
    await waitForMoment(url, started, outcomes.length / count)
    const outcome = await cancelOne(url, pool, started)
    if (outcome) outcomes.push(outcome)
    // One that ended before its moment proves nothing: the same moment is tried again.
    else endedBefore += 1
  }
  const after = await exportWhole(url, await start(-2))
  const figures = {
    cancels: outcomes.length,
    cancelled: outcomes.filter(({ isCancelled }) => isCancelled).length,
    endedBefore,
    leftRunning: outcomes.reduce((sum, { leftRunning }) => sum + leftRunning, 0),
    published: outcomes.filter(({ isPublished }) => isPublished).length,
    corruptAfterwards: before !== null && after === before ? 0 : 1,
    slowestSeconds: Number(Math.max(...outcomes.map(({ seconds }) => seconds)).toFixed(2)),
  }
  const { cancelled, leftRunning, published, corruptAfterwards } = figures
  return { figures, isKept: cancelled === count && leftRunning + published + corruptAfterwards === 0 }
}

async function exportWhole(url: string, started: StartedExport): Promise<string | null> {
  await followExports(url, [started])
  return downloadDigest(url, started)
}

/** By its progress, which no other load on the machine changes; rendering ends at 90, and what is left after it is short. */
async function waitForMoment(url: string, started: StartedExport, share: number): Promise<void> {
  for (;;) {
    const { progress, status } = await readJob(url, started)
    if (progress >= share * 92 || progress >= 90 || status === 'failed') break
    await delay(5)
  }
  await delay(Math.random() * 100)
}

/** Nothing when the export had ended by itself. */
async function cancelOne(url: string, pool: pg.Pool, started: StartedExport): Promise<Cancelled | undefined> {
  const began = performance.now()
  const answer = await cancel(url, started)
  if (answer.status === 409) return undefined
  const { leftRunning, seconds } = await waitForRest(pool, started.jobId, began)
  const { status, errorCode } = await readJob(url, started)
  const { rows } = await pool.query('select bundle_key from export where id = $1', [started.jobId])
  const link = await readBundle(url, started)
  return {
    seconds,
    leftRunning,
    isPublished: rows[0]?.bundle_key !== null || link.status !== 409,
    isCancelled: answer.status === 200 && status === 'failed' && errorCode === 'cancelled',
  }
}

function cancel(url: string, { jobId, key }: StartedExport): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` }
  return fetch(`${url}/v1/static-export/jobs/${jobId}/cancel`, { method: 'POST', headers })
}

/** Until the engine has no work for the export, for at most the five seconds that are promised. */
async function waitForRest(pool: pg.Pool, jobId: string, began: number) {
  const text = `select count(*)::int as running from dbos.workflow_status
    where (workflow_uuid = $1 or parent_workflow_id = $1) and status in ('PENDING', 'ENQUEUED')`
  for (;;) {
    const { rows } = await pool.query(text, [jobId])
    const leftRunning: number = rows[0].running
    const seconds = (performance.now() - began) / 1000
    if (leftRunning === 0 || seconds > 5) return { leftRunning, seconds }
    await delay(10)
  }
}
