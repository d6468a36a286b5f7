import { setTimeout as delay } from 'node:timers/promises'
import type { Service } from '../../../deploy/local/start-service.ts'
import { familyMb } from '../../bench/site/measure-process.ts'
import { makeTenants, type Tenant } from '../export-world.ts'
import { type StartedExport, startOne } from '../exports.ts'
import { countCompleted, countCorrupt, exportUndisturbed, followExports, startNth } from '../follow-exports.ts'
import { type Outcome, openWorld, type World } from '../open-world.ts'
import { seedHostileSites } from './hostile-sites.ts'

interface Wanted {
  hostile: number
  /** How long after the last job the memory of the workers is looked at. */
  restSeconds: number
}

const env = {
  BINDERY_WORKER_CACHE_BYTES: String(512 * 1024 ** 2),
  BINDERY_WORKER_PAGE_TIMEOUT: '10s',
  BINDERY_WORKER_TASK_TIMEOUT: '30s',
}

/** Jobs of two organizations that are built to hang, crash and fill memory and disk, among three times as many others. */
export async function poisonWorkers({ hostile, restSeconds }: Wanted): Promise<Outcome> {
  await using world = await openWorld({ workers: 2, env })
  const { service, fleet } = world
  const ordinary = 3 * hostile
  const tenants = await makeTenants(service, 3)
  const poisoners = await makePoisoners(service)
  const expected = await exportUndisturbed(service.url, tenants)
  const alone = await timeOrdinary(service.url, tenants, ordinary, 0)
  const beforeMb = await weigh(world)
  using memory = watchPeak(world)
  const bad = await Promise.all(Array.from({ length: hostile }, (_, i) => startPoison(service.url, poisoners, i)))
  const among = await timeOrdinary(service.url, tenants, ordinary, ordinary)
  const failed = await followExports(service.url, bad)
  await delay(restSeconds * 1_000)
  const slowdown = among.seconds / alone.seconds
  const lost = fleet.workers.map(({ child }) => child.exitCode !== null || child.signalCode !== null)
  const figures = {
    poison: hostile,
    ordinary,
    completed: countCompleted(among.ended),
    corrupt: await countCorrupt(service.url, among.started, among.ended, expected),
    failedWithReason: [...failed.values()].filter(
      ({ status, error, errorCode }) => status === 'failed' && error && errorCode,
    ).length,
    slowdown: Number(slowdown.toFixed(2)),
    workersLost: lost.filter(Boolean).length,
    peakMb: Math.round(memory.peakMb()),
    restRatio: Number(((await weigh(world)) / beforeMb).toFixed(2)),
  }
  const isWhole = figures.completed === ordinary && figures.corrupt === 0 && figures.failedWithReason === hostile
  return { figures, isKept: isWhole && slowdown <= 2 && figures.workersLost === 0 && figures.restRatio <= 1.2 }
}

interface Poisoner {
  key: string
  domains: string[]
}

async function makePoisoners({ admin }: Service): Promise<Poisoner[]> {
  const repositories = await seedHostileSites()
  const make = async (name: string): Promise<Poisoner> => {
    const { id } = await admin<{ id: string }>(['organization', 'create', '--name', name, '--plan', 'enterprise'])
    const { key } = await admin<{ key: string }>(['key', 'create', '--organization', id, '--name', 'poison'])
    const domains: string[] = []
    for (const [at, repository] of repositories.entries()) {
      const args = ['project', 'create', '--organization', id, '--name', `P${at}`, '--repository', repository]
      const project = await admin<{ id: string }>(args)
      const domain = `p${at}.${name}.example.com`
      await admin(['domain', 'add', domain, '--project', project.id])
      domains.push(domain)
    }
    return { key, domains }
  }
  return [await make('poison-a'), await make('poison-b')]
}

function startPoison(url: string, poisoners: Poisoner[], n: number): Promise<StartedExport> {
  const { key, domains } = poisoners[n % poisoners.length] as Poisoner
  const domain = domains[Math.floor(n / poisoners.length) % domains.length] as string
  return startOne(url, { key } as Tenant, { domain }, n, 'poison')
}

async function timeOrdinary(url: string, tenants: Tenant[], count: number, first: number) {
  const began = performance.now()
  const started = await Promise.all(Array.from({ length: count }, (_, i) => startNth(url, tenants, first + i)))
  const ended = await followExports(url, started)
  return { started, ended, seconds: (performance.now() - began) / 1_000 }
}

async function weigh({ fleet }: World): Promise<number> {
  const sizes = await Promise.all(fleet.workers.map(({ child }) => familyMb(child.pid ?? 0)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function watchPeak(world: World) {
  let peak = 0
  const timer = setInterval(async () => {
    peak = Math.max(peak, await weigh(world))
  }, 200)
  return { peakMb: () => peak, [Symbol.dispose]: () => clearInterval(timer) }
}
