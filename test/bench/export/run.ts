import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readServices } from '../../../deploy/local/read-services.ts'
import { startService } from '../../../deploy/local/start-service.ts'
import { countBucketBytes } from '../../support/count-bucket-bytes.ts'
import { median } from '../poll/load.ts'
import { buildCold } from '../site/bindery.ts'
import { makeBenchTenant, openBenchSite } from './open-bench-site.ts'
import { printUsage } from './print-steps.ts'
import { sampleUsage } from './sample-usage.ts'
import { type TimedExport, timeExport } from './time-export.ts'

// Fetching, the engine, packing and the bucket may cost this much beside the build itself.
const bar = 1.5

/**
 * `npm run bench -- export [--site wandb] [--rounds 3]`: the whole job against a bare `build` of the same folder, by one
 * worker with the whole machine, in turns, so that whatever else the machine does falls on both alike; and by one and by
 * two workers of a core each.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: 'string' },
      site: { type: 'string', default: 'wandb' },
      rounds: { type: 'string', default: '3' },
    },
  })
  await using site = await openBenchSite(values.site, values.corpora)
  const repository = await site.push()
  const out = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    const ratios: number[] = []
    const rates: number[] = []
    for (let round = 1; round <= Number(values.rounds); round++) {
      const build = await buildCold(site.root, join(out, `site-${round}`))
      console.log(`bare build: ${build.seconds.toFixed(1)} s, ${build.cpuSeconds.toFixed(1)} s of CPU`)
      const whole = await exportCold(repository, join(out, `whole-${round}`), 1)
      ratios.push(whole.seconds / build.seconds)
      console.log(`beyond the bare build: ${(whole.seconds - build.seconds).toFixed(1)} s`)
      rates.push((whole.pagesRendered + whole.pagesReused) / whole.seconds)
    }
    const one = await exportCold(repository, join(out, 'one'), 1, { cores: 1 })
    const two = await exportCold(repository, join(out, 'two'), 2, { cores: 1 })
    const overheadRatio = median(ratios)
    const pagesPerSecond = median(rates)
    const secondWorker = one.seconds / two.seconds
    console.log(JSON.stringify({ overheadRatio, ratios, pagesPerSecond, secondWorker, one, two }))
    return overheadRatio <= bar && secondWorker > 1
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** Nothing of an earlier export is there: a new database, an organization of its own and an empty host cache. */
async function exportCold(
  repository: string,
  cache: string,
  workers: number,
  { cores }: { cores?: number } = {},
): Promise<TimedExport> {
  const share = cores === undefined ? {} : { BINDERY_WORKER_CORES: String(cores) }
  await using bucket = await countBucketBytes(readServices().BINDERY_S3_ENDPOINT ?? '')
  const env = { BINDERY_WORKER_CACHE_FOLDER: cache, BINDERY_S3_ENDPOINT: bucket.endpoint, ...share }
  const service = await startService({ workers, env })
  try {
    const tenant = await makeBenchTenant(service, repository)
    const pids = service.processes.flatMap(({ role, child }) => (role === 'worker' ? [child.pid ?? 0] : []))
    using samples = sampleUsage(pids, bucket)
    const timed = await timeExport(service.url, tenant)
    const how = cores === undefined ? 'the whole machine' : 'a core each'
    console.log(`${workers} ${workers === 1 ? 'worker' : 'workers'}, ${how}: ${timed.seconds.toFixed(1)} s`)
    await printUsage(service, timed.jobId, samples)
    return timed
  } finally {
    await service.stop()
  }
}
