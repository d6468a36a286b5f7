import type { Installation, Release } from './installation.ts'
import { makeTenants, type Tenant } from './make-tenants.ts'
import { type Polls, pollAlways } from './poll-always.ts'
import { awaitEnd, awaitSome, countOpen, type Job, startAgentJobs, startExports } from './work.ts'

/** Each with some of its own: organizations may have five active agent jobs. */
const tenantCount = 4
const counts = { exports: 30, agentJobs: 10 }
/** Started after each step, so that each has work of the release before it in flight. */
const more = { exports: 6, agentJobs: 4 }

const endedBetween = 6

/**
 * Starts work on the old release, then upgrades, rolls back and upgrades again while it runs and a client asks all the time. All
 * of it must end well, and every request must be answered.
 */
export async function upgradeInFlight(installation: Installation) {
  const tenants = await makeTenants(installation, tenantCount)
  const { url } = installation
  const jobs = await startWork(url, tenants, counts, 'first')
  const polls = pollAlways(url, tenants[0]?.key ?? '')
  const steps: Record<string, unknown>[] = []
  const faults: string[] = []
  for (const [name, release] of [
    ['upgrade', 'new'],
    ['rollback', 'old'],
    ['upgrade-again', 'new'],
  ] as const) {
    const step = await change(installation, release, jobs, polls)
    console.log(`ok    ${name}: ${JSON.stringify(step)}`)
    steps.push({ name, ...step })
    if (step.inFlight.export === 0) faults.push(`No export was in flight: ${name}.`)
    if (name === 'upgrade' && step.inFlight['agent job'] === 0) faults.push('No agent job was in flight.')
    jobs.push(...(await startWork(url, tenants, more, name)))
    // Each release has its hand in the work before the next takes over.
    await awaitSome(jobs, endedBetween)
  }
  const lost = await awaitEnd(jobs, 15)
  await polls.stop()
  faults.push(...lost, ...polls.failed, ...(await findPullFaults(installation, jobs)))
  const { sent, failed, busy, longestMs } = polls
  const summary = {
    jobs: jobs.length,
    requests: sent,
    failed: failed.length,
    busy,
    lost: lost.length,
    longestMs,
    steps,
  }
  return { summary, faults }
}

async function startWork(url: string, tenants: Tenant[], count: typeof counts, round: string): Promise<Job[]> {
  const exports = await startExports(url, tenants, count.exports, round)
  return [...exports, ...(await startAgentJobs(url, tenants, count.agentJobs, round))]
}

async function change(installation: Installation, release: Release, jobs: Job[], polls: Polls) {
  const inFlight = await countOpen(jobs)
  const [before, began] = [polls.sent, performance.now()]
  await installation.use(release)
  return {
    inFlight,
    seconds: Math.round((performance.now() - began) / 1000),
    requests: polls.sent - before,
  }
}

/** One for each agent job, however often its last step was repeated. */
async function findPullFaults({ runOnGitHost }: Installation, jobs: Job[]): Promise<string[]> {
  const pulls = JSON.parse(await runOnGitHost(['cat', '/var/lib/bindery/pull-requests.json'])) as unknown[]
  const wanted = jobs.filter(({ kind }) => kind === 'agent job').length
  return pulls.length === wanted ? [] : [`${wanted} agent jobs have opened ${pulls.length} pull requests.`]
}
