import { setTimeout as delay } from 'node:timers/promises'
import { countPulls, followAgentJobs, openAgentWorld, startAgentJob } from './agent-job-world.ts'
import { makeTenants } from './export-world.ts'
import { startOne } from './exports.ts'
import { countCompleted, followExports } from './follow-exports.ts'
import { type Outcome, openWorld, type World } from './open-world.ts'

interface Wanted {
  agentJobs: number
  organizations: number
}

/** Of one organization at once, unless the operator says otherwise. */
const limit = 5
const exportsMeanwhile = 10

/** Many agent jobs of several organizations on two workers: all end, none has more active ones than it may, exports go on. */
export async function crowdAgentJobs({ agentJobs: count, organizations }: Wanted): Promise<Outcome> {
  await using world = await openWorld({ workers: 2 })
  const { service } = world
  await using agents = await openAgentWorld(service, organizations)
  const watching = new AbortController()
  const mostActive = watchActive(world, watching.signal)
  const exported = exportMeanwhile(world)
  const agentJobs = await Promise.all(
    Array.from({ length: count }, (_, i) => startAgentJob(service, agents.tenants, i)),
  )
  const ended = await followAgentJobs(service, agentJobs)
  watching.abort()
  const completed = [...ended.values()].filter(({ status }) => status === 'completed').length
  const figures = {
    agentJobs: count,
    lost: count - completed,
    ...(await countPulls(agents, agentJobs)),
    mostActive: await mostActive,
    exports: exportsMeanwhile,
    exportsCompleted: await exported,
  }
  const isWhole = figures.lost + figures.duplicates + figures.wrongBranches === 0
  return { figures, isKept: isWhole && figures.mostActive <= limit && figures.exportsCompleted === exportsMeanwhile }
}

async function watchActive({ pool }: World, signal: AbortSignal): Promise<number> {
  let most = 0
  while (!signal.aborted) {
    const { rows } = await pool.query<{ active: number }>(
      `select count(*)::int as active from agent_job where status = 'active' group by organization_id`,
    )
    most = Math.max(most, ...rows.map(({ active }) => active))
    await delay(100)
  }
  return most
}

async function exportMeanwhile({ service }: World): Promise<number> {
  const [tenant] = await makeTenants(service, 1, 'exporter')
  if (!tenant) throw new Error('There is no organization to export for.')
  const started = []
  for (let i = 0; i < exportsMeanwhile; i++) {
    started.push(await startOne(service.url, tenant, tenant.sites[0], i))
    await delay(1_000)
  }
  return countCompleted(await followExports(service.url, started))
}
