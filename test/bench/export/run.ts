import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startService } from '../../../deploy/local/start-service.ts'
import { buildCold } from '../site/bindery.ts'
import { makeBenchTenant, openBenchSite } from './open-bench-site.ts'
import { printSteps } from './print-steps.ts'
import { type TimedExport, timeExport } from './time-export.ts'

// Fetching, the engine, packing and the bucket may cost this much beside the build itself.
const bar = 1.15

/**
 * `npm run bench -- export [--site wandb]`: the whole job against a bare `build` of the same folder in the same run, by
 * one worker with the whole machine; and by one and by two workers that render one chunk at a time, as on a core each.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: 'string' },
      site: { type: 'string', default: 'wandb' },
    },
  })
  await using site = await openBenchSite(values.site, values.corpora)
  const repository = await site.push()
  const out = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    const build = await buildCold(site.root, join(out, 'site'))
    console.log(`bare build: ${build.seconds.toFixed(1)} s, ${build.cpuSeconds.toFixed(1)} s of CPU`)
    const whole = await exportCold(repository, join(out, 'whole'), 1)
    const one = await exportCold(repository, join(out, 'one'), 1, 1)
    const two = await exportCold(repository, join(out, 'two'), 2, 1)
    const overheadRatio = whole.seconds / build.seconds
    const pagesPerSecond = (whole.pagesRendered + whole.pagesReused) / whole.seconds
    const secondWorker = one.seconds / two.seconds
    console.log(
      JSON.stringify({ overheadRatio, pagesPerSecond, secondWorker, buildSeconds: build.seconds, whole, one, two }),
    )
    return overheadRatio <= bar && secondWorker > 1
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** Nothing of an earlier export is there: a new database, an organization of its own and an empty host cache. */
async function exportCold(repository: string, cache: string, workers: number, chunks?: number): Promise<TimedExport> {
  const chunksAtOnce = chunks === undefined ? {} : { BINDERY_WORKER_CHUNKS: String(chunks) }
  const service = await startService({ workers, env: { BINDERY_WORKER_CACHE_FOLDER: cache, ...chunksAtOnce } })
  try {
    const tenant = await makeBenchTenant(service, repository)
    const timed = await timeExport(service.url, tenant)
    const how = chunks === undefined ? 'the whole machine' : 'one chunk at a time each'
    console.log(`${workers} ${workers === 1 ? 'worker' : 'workers'}, ${how}: ${timed.seconds.toFixed(1)} s`)
    await printSteps(service, timed.jobId)
    return timed
  } finally {
    await service.stop()
  }
}
