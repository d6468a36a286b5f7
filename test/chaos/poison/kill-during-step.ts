import { setTimeout as delay } from 'node:timers/promises'
import { readJob, type StartedExport, startOne } from '../exports.ts'
import { countCompleted, followExports } from '../follow-exports.ts'
import type { World } from '../open-world.ts'
import type { Organizations } from './make-organizations.ts'
import { startOrdinary } from './start-jobs.ts'

/** Results of an export with a step that ends every worker, and of the exports that run at the same time. */
export interface StepKills {
  kills: number
  /** True if the export failed with an error that names the step. */
  isNamed: boolean
  neighbours: number
  neighboursCompleted: number
}

/** More than a step is allowed. */
const maxKills = 10

/** Kills each worker that runs a certain step of an export, like a step that crashes its process. */
export async function killDuringStep(world: World, organizations: Organizations, count: number): Promise<StepKills> {
  const { url } = world.service
  const [organization] = organizations.ordinary
  const site = organization?.sites[1]
  if (!organization || !site) throw new Error('There is no site to export.')
  const doomed = await startOne(url, organization, site, 'doomed')
  const neighbours = await startOrdinary(url, organizations.ordinary, count, 'beside')
  const [kills, ended] = await Promise.all([killAll(world, doomed), followExports(url, neighbours)])
  const { status, errorCode, error } = await readJob(url, doomed)
  console.log(`${kills} workers killed during a step, whose export ${status}: ${error}`)
  return {
    kills,
    isNamed: status === 'failed' && errorCode === 'internal_error' && Boolean(error?.includes('Render pages')),
    neighbours: neighbours.length,
    neighboursCompleted: countCompleted(ended),
  }
}

async function killAll({ pool, fleet }: World, { jobId }: StartedExport): Promise<number> {
  const text = `
    select export.status, step.worker from export left join lateral (
      select worker from job_step
      where workflow_id = export.id || ':c0' collate "C" and name = 'render' and ended_at is null
      order by attempt desc limit 1
    ) step on true
    where id = $1`
  const killed = new Set<string>()
  const replaced: Promise<unknown>[] = []
  for (; killed.size < maxKills; await delay(5)) {
    const { rows } = await pool.query<{ status: string; worker: string | null }>(text, [jobId])
    const [row] = rows
    if (row?.status === 'completed' || row?.status === 'failed') break
    const worker = fleet.workers.find(({ executorId }) => executorId === row?.worker && !killed.has(executorId))
    if (!worker) continue
    killed.add(worker.executorId)
    await fleet.kill(worker)
    // Not awaited: another worker may already run the step.
    replaced.push(fleet.grow(worker.own))
  }
  await Promise.all(replaced)
  return killed.size
}
