import { setTimeout as delay } from 'node:timers/promises'
import { CommittedSite } from './committed-site.ts'
import { makeTenants } from './export-world.ts'
import { readJob, type StartedExport, startOne } from './exports.ts'
import type { Fleet } from './fleet.ts'
import {
  countCompleted,
  countCorrupt,
  type Ended,
  exportUndisturbed,
  followExports,
  startNth,
} from './follow-exports.ts'
import { freezeAndWake } from './freeze-and-wake.ts'
import { type Outcome, openWorld, type World } from './open-world.ts'
import { pickBusy } from './pick-busy.ts'
import { watchRecovery } from './watch-recovery.ts'

export interface Trouble {
  exports: number
  kills: number
  pauses: number
  workers: number
  organizations: number
}

type Recovery = number | null

/** Promises 1 and 3: workers are killed, or stopped and woken, in the middle of exports. */
export async function disturbWorkers(wanted: Trouble): Promise<Outcome> {
  await using world = await openWorld({ workers: wanted.workers })
  const { url } = world.service
  const tenants = await makeTenants(world.service, wanted.organizations)
  const expected = await exportUndisturbed(url, tenants, wanted.exports)
  using committed = new CommittedSite(world.service)
  const started = await Promise.all(Array.from({ length: wanted.exports }, (_, i) => startNth(url, tenants, i)))
  const ended: Ended = new Map()
  const [, , openBehindLatecomer, recoveries] = await Promise.all([
    followExports(url, started, ended),
    committed.export(Math.ceil(wanted.exports / 10)),
    startLatecomer(world, started),
    makeTrouble(world, wanted, ended),
  ])
  const measured = recoveries.filter((seconds) => seconds !== null)
  const { rows } = await world.pool.query(`select count(*)::int as rows from export where requested_version = 'chaos'`)
  const completed = countCompleted(ended)
  const figures = {
    exports: started.length,
    kills: wanted.kills,
    pauses: wanted.pauses,
    completed,
    commits: committed.started.length,
    commitsRecovered: await countRecovered(world.pool, committed),
    lost: started.length - completed + committed.countLost(),
    stuck: measured.filter((seconds) => seconds > 10).length,
    duplicates: rows[0].rows - started.length - expected.size,
    corrupt: (await countCorrupt(url, started, ended, expected)) + (await committed.countDiffering()),
    openBehindLatecomer,
    ownedNothing: recoveries.length - measured.length,
    slowestRecoverySeconds: Number(Math.max(0, ...measured).toFixed(2)),
  }
  return { figures, isKept: figures.lost + figures.stuck + figures.duplicates + figures.corrupt === 0 }
}

/** Exports of commits whose worker died during them. */
async function countRecovered(pool: World['pool'], { started }: CommittedSite): Promise<number> {
  const { rows } = await pool.query(
    `select count(distinct split_part(workflow_id, ':', 1))::int as jobs from job_step
    where split_part(workflow_id, ':', 1) = any($1) and attempt > 1`,
    [started.map(({ one }) => one.jobId)],
  )
  return rows[0].jobs
}

/** An organization that comes last with a single export: how many of the others are still open when it has ended? */
async function startLatecomer({ service }: World, others: StartedExport[]): Promise<number> {
  const [latecomer] = await makeTenants(service, 1, 'late')
  if (!latecomer) throw new Error('There is no organization to come late.')
  const began = performance.now()
  const started = await startOne(service.url, latecomer, latecomer.sites[0], others.length, 'late')
  await followExports(service.url, [started])
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const statuses = await Promise.all(others.map((one) => readJob(service.url, one)))
  const open = statuses.filter(({ status }) => status === 'queued' || status === 'running').length
  console.log(`the latecomer's export took ${seconds} s; ${open} of the others were still open`)
  return open
}

/** Spreads the faults evenly over the work: the next one comes when its share of the exports has ended. */
async function makeTrouble({ pool, fleet }: World, wanted: Trouble, ended: Ended): Promise<Recovery[]> {
  const faults = shuffle([
    ...Array.from({ length: wanted.kills }, () => 'kill' as const),
    ...Array.from({ length: wanted.pauses }, () => 'pause' as const),
  ])
  const recoveries: Recovery[] = []
  for (const [i, fault] of faults.entries()) {
    while (ended.size < (i / (faults.length + 1)) * wanted.exports) await delay(20)
    await delay(Math.random() * 300)
    const seconds = fault === 'kill' ? await killOne(pool, fleet) : await freezeAndWake(pool, fleet)
    recoveries.push(seconds)
    console.log(`${fault}: ${seconds === null ? 'it owned nothing' : `taken over after ${seconds.toFixed(2)} s`}`)
  }
  return recoveries
}

export async function killOne(pool: World['pool'], fleet: Fleet): Promise<Recovery> {
  const { worker, isBusy } = await pickBusy(pool, fleet)
  await fleet.kill(worker)
  const [seconds] = await Promise.all([watchRecovery(pool, worker.executorId, isBusy), fleet.grow()])
  return seconds
}

function shuffle<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
