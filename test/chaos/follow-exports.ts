import { setTimeout as delay } from 'node:timers/promises'
import type { Site, Tenant } from './export-world.ts'
import { downloadDigest, type Job, readJob, type StartedExport, startOne } from './exports.ts'

/** How each export ended, by its id; it fills while they run. */
export type Ended = Map<string, Job>

/** Polls until all have ended, or for so long that those that have not are lost. */
export async function followExports(url: string, started: StartedExport[], ended: Ended = new Map()): Promise<Ended> {
  const deadline = Date.now() + 120_000 + started.length * 10_000
  while (ended.size < started.length && Date.now() < deadline) {
    for (const one of started) {
      if (ended.has(one.jobId)) continue
      const job = await readJob(url, one)
      if (job.status === 'completed' || job.status === 'failed') ended.set(one.jobId, job)
      if (job.status === 'failed') console.log(`${one.jobId} failed: ${job.error}`)
    }
    await delay(100)
  }
  return ended
}

interface Exporter {
  key: string
  sites: readonly Site[]
}

/** What the archive of each domain must be, from an export that nothing disturbs; of the first so many exports, or of all. */
export async function exportUndisturbed(
  url: string,
  tenants: Exporter[],
  exports = Number.POSITIVE_INFINITY,
): Promise<Map<string, string | null>> {
  const domains = tenants.reduce((sum, { sites }) => sum + sites.length, 0)
  const sites = Array.from({ length: Math.min(domains, exports) }, (_, n) => findNth(tenants, n))
  const started = await Promise.all(sites.map(({ tenant, site }, i) => startOne(url, tenant, site, -1 - i)))
  await followExports(url, started)
  return new Map(await Promise.all(started.map(async (one) => [one.domain, await downloadDigest(url, one)] as const)))
}

export function startNth(url: string, tenants: Tenant[], n: number): Promise<StartedExport> {
  const { tenant, site } = findNth(tenants, n)
  return startOne(url, tenant, site, n)
}

/** The nth of many exports: one organization after the other, then one site after the other. */
function findNth(tenants: Exporter[], n: number): { tenant: Exporter; site: Site } {
  const tenant = tenants[n % tenants.length] as Exporter
  const { sites } = tenant
  return { tenant, site: sites[Math.floor(n / tenants.length) % sites.length] as Site }
}

/** Of those that completed, how many archives are not what they must be. */
export async function countCorrupt(
  url: string,
  started: StartedExport[],
  ended: Ended,
  expected: Map<string, string | null>,
): Promise<number> {
  let corrupt = 0
  for (const one of started) {
    if (ended.get(one.jobId)?.status !== 'completed') continue
    const digest = await downloadDigest(url, one)
    if (digest === null || digest !== expected.get(one.domain)) corrupt += 1
  }
  return corrupt
}

export function countCompleted(ended: Ended): number {
  return [...ended.values()].filter(({ status }) => status === 'completed').length
}
