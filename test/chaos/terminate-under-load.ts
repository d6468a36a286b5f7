import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceProcess } from '../../deploy/local/start-service.ts'
import { makeTenants } from './export-world.ts'
import { type StartedExport, startOne } from './exports.ts'
import { hasEnded } from './fleet.ts'
import { countCompleted, countCorrupt, exportUndisturbed, followExports } from './follow-exports.ts'
import { type Outcome, openWorld } from './open-world.ts'
import { startLoad } from './start-load.ts'

const rounds = 2

/** Promise 16: an API process and a worker are asked to end while requests and jobs are under way, then the next two. */
export async function terminateUnderLoad(wanted: { requests: number; jobs: number }): Promise<Outcome> {
  // Longer than a load balancer needs to look away, however busy the machine.
  await using world = await openWorld({ apis: rounds, workers: rounds, env: { BINDERY_DRAIN_DELAY: '5s' } })
  const { service, fleet } = world
  const [tenant] = await makeTenants(service, 1)
  if (!tenant) throw new Error('There is no organization to export for.')
  const last = service.urls.at(-1) ?? ''
  const [, , large] = tenant.sites
  const expected = await exportUndisturbed(last, [{ ...tenant, sites: [large] }])
  const load = startLoad(service.urls, wanted.requests)
  const started: StartedExport[] = []
  const ends: End[] = []
  for (let round = 0; round < rounds; round++) {
    const jobs = Array.from({ length: wanted.jobs }, (_, i) =>
      startOne(load.url(), tenant, large, round * wanted.jobs + i),
    )
    started.push(...(await Promise.all(jobs)))
    load.poll(started)
    await delay(1_500 + Math.random() * 1_000)
    const apis = service.processes.filter(({ role, child }) => role === 'api' && child.exitCode === null)
    const worker = fleet.pick()
    ends.push(...(await Promise.all([apis[0], worker].map((process) => terminate(process as ServiceProcess)))))
    await fleet.waitForEnd(worker)
    await Promise.all([service.startProcess('api'), fleet.grow()])
  }
  const url = load.url()
  const { answered, dropped } = await load.stop()
  const ended = await followExports(url, started)
  const completed = countCompleted(ended)
  const figures = {
    requestsAtOnce: wanted.requests,
    jobs: started.length,
    terminated: ends.length,
    answered,
    dropped,
    completed,
    lost: started.length - completed,
    corrupt: await countCorrupt(url, started, ended, expected),
    abandonedSteps: ends.filter(({ hasAbandoned }) => hasAbandoned).length,
    wrongExits: ends.filter(({ code }) => code !== 0).length,
    slowestExitSeconds: Number(Math.max(...ends.map(({ seconds }) => seconds)).toFixed(2)),
  }
  const { lost, corrupt, abandonedSteps, wrongExits, slowestExitSeconds } = figures
  const faults = dropped + lost + corrupt + abandonedSteps + wrongExits
  return { figures, isKept: faults === 0 && slowestExitSeconds < 30 }
}

interface End {
  code: number | null
  seconds: number
  /** Its steps outlived the time it had, and others repeat them. */
  hasAbandoned: boolean
}

async function terminate({ child, role, logFile }: ServiceProcess): Promise<End> {
  const began = performance.now()
  child.kill('SIGTERM')
  const code = await hasEnded(child)
  const seconds = (performance.now() - began) / 1000
  console.log(`${role}: ended with ${code} after ${seconds.toFixed(2)} s`)
  return { code, seconds, hasAbandoned: readFileSync(logFile, 'utf8').includes('steps were still running') }
}
