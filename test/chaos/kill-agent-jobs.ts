import { setTimeout as delay } from 'node:timers/promises'
import { type AgentJobRun, countPulls, followAgentJobs, openAgentWorld, startAgentJob } from './agent-job-world.ts'
import { killOne } from './disturb-workers.ts'
import { type Outcome, openWorld, type World } from './open-world.ts'

interface Wanted {
  agentJobs: number
  kills: number
  workers: number
  organizations: number
}

type Ended = Map<string, AgentJobRun>

/**
 * Promise 17: workers are killed in the middle of agent jobs. Each agent job ends, with one pull request of one commit; and of the
 * model calls at most the one in flight is made again for each kill, by the model's own count.
 */
export async function killAgentJobs(wanted: Wanted): Promise<Outcome> {
  const limits = { BINDERY_LIMIT_ACTIVE_AGENT_JOBS: '1000', BINDERY_LIMIT_AGENT_CREATES_PER_HOUR: '100000' }
  await using world = await openWorld({ workers: wanted.workers, env: limits })
  const { service } = world
  await using agents = await openAgentWorld(service, wanted.organizations)
  const started = Array.from({ length: wanted.agentJobs }, (_, i) => startAgentJob(service, agents.tenants, i))
  const agentJobs = await Promise.all(started)
  const ended: Ended = new Map()
  await Promise.all([followAgentJobs(service, agentJobs, ended), killSome(world, wanted, ended)])

  const published = [...ended.values()].filter(({ status, prLink }) => status === 'completed' && prLink !== null).length
  const figures = {
    agentJobs: agentJobs.length,
    kills: wanted.kills,
    lost: agentJobs.length - published,
    ...(await countPulls(agents, agentJobs)),
    modelCallsRepeated: await countRepeated(service.modelUrl),
  }
  const { lost, duplicates, wrongBranches, pullRequests, modelCallsRepeated } = figures
  const isWhole = lost + duplicates + wrongBranches === 0 && pullRequests === agentJobs.length
  return { figures, isKept: isWhole && modelCallsRepeated <= wanted.kills }
}

async function countRepeated(modelUrl: string): Promise<number> {
  const answer = await fetch(`${modelUrl}/calls`)
  const { conversations } = (await answer.json()) as { conversations: { repeated: number }[] }
  return conversations.reduce((sum, { repeated }) => sum + repeated, 0)
}

/** Spread evenly over the work. */
async function killSome({ pool, fleet }: World, { agentJobs, kills }: Wanted, ended: Ended): Promise<void> {
  for (let i = 0; i < kills; i++) {
    while (ended.size < (i / (kills + 1)) * agentJobs) await delay(20)
    await delay(Math.random() * 1_500)
    const seconds = await killOne(pool, fleet)
    console.log(`kill: ${seconds === null ? 'it owned nothing' : `taken over after ${seconds.toFixed(2)} s`}`)
  }
}
