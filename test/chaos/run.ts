/**
 * `npm run chaos -- --exports N --kills K [--pauses P]`: promises 1 and 3, on the real parts.
 * `npm run chaos -- --cancel N`: an export cancelled at N moments of its life.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startService } from '../../deploy/local/start-service.ts'
import { cancelExports } from './cancel-exports.ts'
import { makeTenants, type Tenant } from './export-world.ts'
import { downloadDigest, readJob, type StartedExport, startOne } from './exports.ts'
import { Fleet } from './fleet.ts'
import { freezeAndWake } from './freeze-and-wake.ts'
import { watchRecovery } from './watch-recovery.ts'

const { values } = parseArgs({
  options: {
    exports: { type: 'string', default: '60' },
    kills: { type: 'string', default: '15' },
    pauses: { type: 'string', default: '0' },
    cancel: { type: 'string' },
    workers: { type: 'string', default: '3' },
    organizations: { type: 'string', default: '4' },
  },
})
const wanted = { exports: Number(values.exports), kills: Number(values.kills), pauses: Number(values.pauses) }
const recoveries: (number | null)[] = []
const done = { kills: 0, pauses: 0 }

const service = await startService({ workers: 0 })
const pool = new pg.Pool({ connectionString: service.env.DATABASE_URL ?? '', max: 4 })
pool.on('error', () => {})
const fleet = new Fleet(service)
try {
  for (let i = 0; i < Number(values.workers); i++) await fleet.grow()
  const tenants = await makeTenants(service, Number(values.organizations))
  const passed = values.cancel ? await cancelAll(tenants, Number(values.cancel)) : await disturbAll(tenants)
  process.exitCode = passed ? 0 : 1
} finally {
  await pool.end()
  await service.stop()
}

async function cancelAll([tenant]: Tenant[], count: number): Promise<boolean> {
  if (!tenant) throw new Error('There is no organization to export for.')
  return cancelExports(service.url, pool, tenant, count)
}

async function disturbAll(tenants: Tenant[]): Promise<boolean> {
  const expected = await exportUndisturbed(tenants)
  const started = await Promise.all(Array.from({ length: wanted.exports }, (_, i) => startNth(tenants, i)))
  const [ended, openBehindLatecomer] = await Promise.all([
    waitForAll(started),
    startLatecomer(started),
    makeTrouble(started.length, expected.size),
  ])
  return judge(started, ended, expected, openBehindLatecomer)
}

/** What each site's archive must be, from an export that nothing disturbs. */
async function exportUndisturbed(tenants: Tenant[]): Promise<Map<string, string | null>> {
  const digests = new Map<string, string | null>()
  for (const tenant of tenants) {
    for (const domain of tenant.domains) {
      const started = await startOne(service.url, tenant, domain, -1 - digests.size)
      await waitForAll([started])
      digests.set(domain, await downloadDigest(service.url, started))
    }
  }
  return digests
}

function startNth(tenants: Tenant[], i: number): Promise<StartedExport> {
  const tenant = tenants[i % tenants.length] as Tenant
  const domain = tenant.domains[Math.floor(i / tenants.length) % tenant.domains.length] as string
  return startOne(service.url, tenant, domain, i)
}

/** An organization that comes last with a single export: how many of the others are still open when it has ended? */
async function startLatecomer(others: StartedExport[]): Promise<number> {
  const [latecomer] = await makeTenants(service, 1, 'late')
  const domain = latecomer?.domains[0]
  if (!latecomer || !domain) throw new Error('There is no organization to come late.')
  const began = performance.now()
  const started = await startOne(service.url, latecomer, domain, others.length, { version: 'late' })
  await waitForAll([started])
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const statuses = await Promise.all(others.map((one) => readJob(service.url, one)))
  const open = statuses.filter(({ status }) => status === 'queued' || status === 'running').length
  console.log(`the latecomer's export took ${seconds} s; ${open} of the others were still open`)
  return open
}

async function waitForAll(started: StartedExport[]): Promise<Map<string, string>> {
  const ended = new Map<string, string>()
  const deadline = Date.now() + 60_000 + started.length * 5_000
  while (ended.size < started.length && Date.now() < deadline) {
    for (const one of started) {
      if (ended.has(one.jobId)) continue
      const { status, error } = await readJob(service.url, one)
      if (status === 'completed' || status === 'failed') ended.set(one.jobId, status)
      if (status === 'failed') console.log(`${one.jobId} failed: ${error}`)
    }
    await delay(100)
  }
  return ended
}

/** Spreads the faults evenly over the work: the next one comes when its share of the exports has ended. */
async function makeTrouble(total: number, undisturbed: number): Promise<void> {
  const faults = shuffle([...Array(wanted.kills).fill('kill'), ...Array(wanted.pauses).fill('pause')])
  for (const [i, fault] of faults.entries()) {
    await waitForShare(undisturbed + (i / (faults.length + 1)) * total)
    await delay(Math.random() * 300)
    if (fault === 'kill') await killOne()
    else await pauseOne()
  }
}

async function waitForShare(count: number): Promise<void> {
  const text = `select count(*)::int as ended from export where requested_version = 'chaos' and ended_at is not null`
  for (;;) {
    const { rows } = await pool.query(text)
    if ((rows[0]?.ended ?? 0) >= count) return
    await delay(20)
  }
}

async function killOne(): Promise<void> {
  const victim = fleet.pick()
  await fleet.kill(victim)
  const [seconds] = await Promise.all([watchRecovery(pool, victim.executorId), fleet.grow()])
  recoveries.push(seconds)
  done.kills += 1
  console.log(
    `kill ${done.kills}: ${seconds === null ? 'it owned nothing' : `taken over after ${seconds.toFixed(2)} s`}`,
  )
}

async function pauseOne(): Promise<void> {
  const seconds = await freezeAndWake(pool, fleet)
  recoveries.push(seconds)
  done.pauses += 1
  console.log(
    `pause ${done.pauses}: ${seconds === null ? 'it owned nothing' : `taken over after ${seconds.toFixed(2)} s`}`,
  )
}

async function judge(
  started: StartedExport[],
  ended: Map<string, string>,
  expected: Map<string, string | null>,
  openBehindLatecomer: number,
) {
  let corrupt = 0
  for (const one of started) {
    if (ended.get(one.jobId) !== 'completed') continue
    const digest = await downloadDigest(service.url, one)
    if (digest === null || digest !== expected.get(one.domain)) corrupt += 1
  }
  const completed = [...ended.values()].filter((status) => status === 'completed').length
  const measured = recoveries.filter((seconds) => seconds !== null)
  const { rows } = await pool.query(`select count(*)::int as rows from export where requested_version = 'chaos'`)
  const result = {
    exports: started.length,
    ...done,
    completed,
    lost: started.length - completed,
    stuck: measured.filter((seconds) => seconds > 10).length,
    duplicates: rows[0].rows - started.length - expected.size,
    corrupt,
    openBehindLatecomer,
    slowestRecoverySeconds: Number(Math.max(0, ...measured).toFixed(2)),
  }
  console.log(JSON.stringify(result))
  return [result.lost, result.stuck, result.duplicates, result.corrupt].every((count) => count === 0)
}

function shuffle<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
