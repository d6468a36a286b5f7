import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Service, startService } from '../../../deploy/local/start-service.ts'
import type { Tenant } from '../../support/make-tenant.ts'
import { makeBenchTenant } from '../export/open-bench-site.ts'
import { startExport, waitForExport } from '../export/time-export.ts'
import { buildCold } from '../site/bindery.ts'
import { openLiveSite, wordsOf } from './live-site.ts'
import { type Readings, readSteadily } from './read-steadily.ts'
import { readWaits, summarizeWaits, type Waits } from './read-waits.ts'
import { startFollowingHost, untilServed } from './start-following-host.ts'

/** Until a reader sees a commit, in the median. Other sites have no limit. */
const limits: Record<string, { ms: number; shareOfBuild?: number }> = {
  wandb: { ms: 10_000, shareOfBuild: 0.3 },
  starter: { ms: 1_500 },
  fastmcp: { ms: 1_500 },
}
/** Limit for a site of 100 pages. */
const maxRollbackMs = 2_000

/**
 * `npm run bench -- live [--commits 50] [--sites wandb,starter]`: from a pushed commit to the page. The clock starts with
 * the request that starts the export, and stops when a host that follows the service serves the commit's words. Then one
 * rollback, from the request until the host serves the words before.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      commits: { type: 'string', default: '50' },
      sites: { type: 'string', default: 'wandb,starter' },
      corpora: { type: 'string' },
    },
  })
  const sites: Record<string, Figures> = {}
  for (const name of values.sites.split(',')) {
    sites[name] = await measureSite(name, Number(values.commits), values.corpora)
  }
  const all = Object.values(sites)
  const sum = (of: 'stale' | 'mixed' | 'failed') => all.reduce((total, figures) => total + figures[of], 0)
  const result = {
    commits: Number(values.commits),
    stale: sum('stale'),
    mixed: sum('mixed'),
    failed: sum('failed'),
    rollbackMs: Math.max(...all.map(({ rollbackMs }) => rollbackMs)),
    sites,
  }
  console.log(JSON.stringify(result))
  const isFast = Object.entries(sites).every(([name, { medianMs, shareOfBuild }]) => {
    const limit = limits[name] ?? { ms: Infinity }
    return medianMs <= limit.ms && shareOfBuild <= (limit.shareOfBuild ?? Infinity)
  })
  return isFast && result.rollbackMs <= maxRollbackMs && result.stale + result.mixed + result.failed === 0
}

interface Figures extends Readings {
  medianMs: number
  p95Ms: number
  rollbackMs: number
  /** Median time divided by the time of `bindery build` for the same files. */
  shareOfBuild: number
}

async function measureSite(name: string, commits: number, corpora: string | undefined): Promise<Figures> {
  console.log(`${name} …`)
  await using parts = new AsyncDisposableStack()
  const work = await mkdtemp(join(tmpdir(), 'bindery-live-'))
  parts.defer(() => rm(work, { recursive: true, force: true }))
  const site = parts.use(await openLiveSite(name, corpora))
  const service = await startService({ env: { BINDERY_WORKER_CACHE_FOLDER: join(work, 'cache') } })
  parts.defer(() => service.stop())
  const tenant = await makeBenchTenant(service, await site.commit(0))
  await waitForExport(service.url, tenant, await startExport(service.url, tenant))
  const host = parts.use(await startFollowingHost(service, tenant, join(work, 'host')))
  const reader = readSteadily(host.url, site.paths)
  await reader.served(0)
  const waits: Waits[] = []
  for (let version = 1; version <= commits; version++) {
    await site.commit(version)
    if (version % 10 === 0) console.log(`  ${version} of ${commits} commits`)
    waits.push(await timeCommit(service, tenant, () => reader.served(version)))
  }
  const readings = await reader.stop()
  const words = wordsOf(commits - 1)
  const rollbackMs = await timeRollback(service, tenant, () => untilServed(new URL(site.paths[0], host.url), words))
  const times = summarize(waits.map(({ total }) => total))
  const build = await buildCold(site.root, join(work, 'site'))
  const figures = { ...readings, ...times, rollbackMs, shareOfBuild: times.medianMs / 1_000 / build.seconds }
  console.log(
    `${name}: ${figures.medianMs} ms in the median of ${commits} commits, 19 of 20 within ${figures.p95Ms} ms, ${figures.shareOfBuild.toFixed(2)} of a bare build; rolled back in ${rollbackMs} ms`,
  )
  console.log(`  ${summarizeWaits(waits)}`)
  return figures
}

async function timeCommit(service: Service, tenant: Tenant, served: () => Promise<number>): Promise<Waits> {
  const begun = { at: performance.now(), clock: Date.now() }
  const jobId = await startExport(service.url, tenant)
  const total = (await served()) - begun.at
  // The next commit comes when the export has ended, as its breakdown is read from the engine.
  await waitForExport(service.url, tenant, jobId)
  return readWaits(service, jobId, { begun: begun.clock, total })
}

async function timeRollback({ url }: Service, { domain, key }: Tenant, served: () => Promise<void>): Promise<number> {
  const begunAt = performance.now()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/domains/${domain}/rollback`, { method: 'POST', headers, body: '{}' })
  if (!response.ok) throw new Error(`The rollback was refused: ${response.status} ${await response.text()}`)
  await served()
  return Math.round(performance.now() - begunAt)
}

function summarize(times: readonly number[]): { medianMs: number; p95Ms: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  return { medianMs: at(0.5), p95Ms: at(0.95) }
}
