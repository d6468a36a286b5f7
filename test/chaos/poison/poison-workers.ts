import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { countCompleted, countCorrupt, exportUndisturbed, followExports } from '../follow-exports.ts'
import { type Outcome, openWorld, type World } from '../open-world.ts'
import { diskOfWorker } from './hostile-sites.ts'
import { killDuringStep } from './kill-during-step.ts'
import { makeOrganizations, type Organizations } from './make-organizations.ts'
import { describeKinds, readHostile } from './read-hostile.ts'
import { startHostile, timeOrdinary } from './start-jobs.ts'
import { watchPeak, weigh } from './weigh-workers.ts'

interface Wanted {
  hostile: number
  /** How long after the last job the memory of the workers is looked at. */
  restSeconds: number
}

/** Jobs of two organizations that are built to hang, crash and fill memory and disk, among three times as many others. */
export async function poisonWorkers(wanted: Wanted): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const cache = stack.adopt(mkdtempSync(join(tmpdir(), 'bindery-poison-')), (path) => rmSync(path, { recursive: true }))
  const began = performance.now()
  const world = stack.use(await openWorld({ workers: 0, env: { BINDERY_WORKER_CACHE_FOLDER: cache } }))
  const organizations = await makeOrganizations(world)
  const env = chooseLimits(began)
  await Promise.all([world.fleet.grow(env), world.fleet.grow(env)])
  return await compare(world, organizations, wanted)
}

type Figure =
  | 'poison'
  | 'ordinary'
  | 'completed'
  | 'corrupt'
  | 'failedWithReason'
  | 'slowdown'
  | 'workersLost'
  | 'peakMb'
  | 'restRatio'
  | 'stepKills'
  | 'stepNamed'
  | 'neighboursLost'

// From the start until the organizations are there, on two calm cores.
const calmMs = 6_000

/** A slow machine takes longer for ordinary pages too; more than five times what a calm one is given none needs. */
function chooseLimits(began: number): Record<string, string> {
  const slowness = Math.min(5, Math.max(1, (performance.now() - began) / calmMs))
  return {
    BINDERY_WORKER_CACHE_BYTES: String(diskOfWorker),
    BINDERY_WORKER_PAGE_TIMEOUT: `${Math.ceil(3 * slowness)}s`,
  }
}

// A worker that is still young has less: what it grows to in its first hundred exports is no fault of hostile ones.
const grownMb = 260

async function compare(world: World, organizations: Organizations, { hostile, restSeconds }: Wanted): Promise<Outcome> {
  const { service, fleet } = world
  const { url } = service
  const ordinary = 3 * hostile
  const time = (round: string) => timeOrdinary(url, organizations.ordinary, ordinary, round)
  const expected = await exportUndisturbed(url, organizations.ordinary)
  let alone = (await time('before')).seconds
  const before = weigh(fleet)
  using memory = watchPeak(fleet)
  const bad = await startHostile(url, organizations.hostile, hostile)
  const among = await time('among')
  await followExports(url, bad)
  await delay(restSeconds * 1_000)
  const after = weigh(fleet)
  // Others use the machine too: if it has become slower meanwhile, that is no fault of the hostile jobs.
  if (among.seconds > 2 * alone) alone = Math.max(alone, (await time('after')).seconds)

  const ends = await readHostile(world, bad)
  for (const line of describeKinds(ends)) console.log(line)
  console.log(
    `workers ${before.own} MB before, ${after.own} MB after; with their processes ${before.all}, ${after.all} MB`,
  )
  console.log(`ordinary jobs ${alone.toFixed(1)} s alone, ${among.seconds.toFixed(1)} s among hostile ones`)
  const workersLost = fleet.workers.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length
  const stepKills = await killDuringStep(world, organizations, hostile)
  const restRatio = Math.max(after.own / Math.max(before.own, grownMb * fleet.workers.length), after.all / before.all)
  return verify({
    poison: hostile,
    ordinary,
    completed: countCompleted(among.ended),
    corrupt: await countCorrupt(url, among.started, among.ended, expected),
    failedWithReason: ends.filter(({ isRight }) => isRight).length,
    slowdown: Number((among.seconds / alone).toFixed(2)),
    workersLost,
    peakMb: memory.peakMb(),
    restRatio: Number(restRatio.toFixed(2)),
    stepKills: stepKills.kills,
    stepNamed: Number(stepKills.isNamed),
    neighboursLost: stepKills.neighbours - stepKills.neighboursCompleted,
  })
}

/** The first are the promise. Fewer jobs end in the time of a stall of the machine, and their figures are a matter of chance. */
const bars = { slowdown: 2, restRatio: 1.2 }
const barsOfFew = { slowdown: 4, restRatio: 2 }
const few = 12

/** Two deaths among others, and three alone. */
const killsOfStep = 5

function verify(figures: Record<Figure, number>): Outcome {
  const most = figures.poison > few ? bars : barsOfFew
  const { poison, ordinary, completed, corrupt, failedWithReason, slowdown, workersLost, restRatio } = figures
  const isWhole = completed === ordinary && corrupt === 0 && failedWithReason === poison
  const isGivenUp = figures.stepNamed === 1 && figures.stepKills === killsOfStep && figures.neighboursLost === 0
  return {
    figures,
    isKept: isWhole && isGivenUp && slowdown <= most.slowdown && workersLost === 0 && restRatio <= most.restRatio,
  }
}
