import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Tenant } from './export-world.ts'
import { downloadDigest, readJob, type StartedExport, startOne } from './exports.ts'

interface Cancelled {
  seconds: number
  leftRunning: number
  isPublished: boolean
  isCancelled: boolean
}

/** Cancels an export at so many moments, spread evenly over its life, and looks what is left of each. */
export async function cancelExports(url: string, pool: pg.Pool, tenant: Tenant, count: number): Promise<boolean> {
  const before = await exportWhole(url, tenant, -1)
  const outcomes: Cancelled[] = []
  let tooLate = 0
  for (let i = 0; outcomes.length < count; i++) {
    // One that ended before its moment is no proof of anything: the same moment is tried again, a little earlier.
    const moment = (outcomes.length / count) * before.lifeMs * 0.97 ** tooLate
    const started = await startOne(url, tenant, tenant.domains[1] ?? '', i)
    await delay(moment)
    const outcome = await cancelOne(url, pool, started)
    if (outcome) outcomes.push(outcome)
    else tooLate += 1
  }
  const after = await exportWhole(url, tenant, -2)
  const result = {
    cancels: outcomes.length,
    cancelled: outcomes.filter(({ isCancelled }) => isCancelled).length,
    endedBefore: tooLate,
    leftRunning: outcomes.reduce((sum, { leftRunning }) => sum + leftRunning, 0),
    published: outcomes.filter(({ isPublished }) => isPublished).length,
    corruptAfterwards: before.digest !== null && after.digest === before.digest ? 0 : 1,
    lifeSeconds: Number((before.lifeMs / 1000).toFixed(2)),
    slowestSeconds: Number(Math.max(...outcomes.map(({ seconds }) => seconds)).toFixed(2)),
  }
  console.log(JSON.stringify(result))
  return result.cancelled === count && result.leftRunning + result.published + result.corruptAfterwards === 0
}

async function exportWhole(url: string, tenant: Tenant, index: number) {
  const began = performance.now()
  const started = await startOne(url, tenant, tenant.domains[1] ?? '', index)
  while (!['completed', 'failed'].includes((await readJob(url, started)).status)) await delay(20)
  return { lifeMs: performance.now() - began, digest: await downloadDigest(url, started) }
}

/** Nothing when the export had ended by itself. */
async function cancelOne(url: string, pool: pg.Pool, started: StartedExport): Promise<Cancelled | undefined> {
  const began = performance.now()
  const answer = await send(url, started, 'cancel')
  if (answer.status === 409) return undefined
  const { leftRunning, seconds } = await waitForRest(pool, started.jobId, began)
  const { status, errorCode } = await readJob(url, started)
  const { rows } = await pool.query('select bundle_key from export where id = $1', [started.jobId])
  const link = await send(url, started, 'bundle')
  return {
    seconds,
    leftRunning,
    isPublished: rows[0]?.bundle_key !== null || link.status !== 409,
    isCancelled: answer.status === 200 && status === 'failed' && errorCode === 'cancelled',
  }
}

function send(url: string, { jobId, key }: StartedExport, operation: 'cancel' | 'bundle'): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` }
  return fetch(`${url}/v1/static-export/jobs/${jobId}/${operation}`, { method: 'POST', headers })
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
