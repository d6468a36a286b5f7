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

/** `npm run bench -- export [--site wandb]`: the whole job against a bare `build` of the same folder in the same run. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: 'string' },
      site: { type: 'string', default: 'wandb' },
      workers: { type: 'string', default: '1,2' },
    },
  })
  await using site = await openBenchSite(values.site, values.corpora)
  const repository = await site.push()
  const out = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    const build = await buildCold(site.root, join(out, 'site'))
    console.log(`bare build: ${build.seconds.toFixed(1)} s, ${build.cpuSeconds.toFixed(1)} s of CPU`)
    const exports: Record<string, TimedExport> = {}
    for (const workers of values.workers.split(',')) {
      exports[workers] = await exportCold(repository, Number(workers), join(out, `cache-${workers}`))
    }
    const first = exports[values.workers.split(',')[0] ?? ''] as TimedExport
    const overheadRatio = first.seconds / build.seconds
    const pagesPerSecond = (first.pagesRendered + first.pagesReused) / first.seconds
    console.log(JSON.stringify({ overheadRatio, pagesPerSecond, buildSeconds: build.seconds, exports }))
    return overheadRatio <= bar && Object.values(exports).every(({ sha256 }) => sha256 !== '')
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** Nothing of an earlier export is there: a new database, an organization of its own and an empty host cache. */
async function exportCold(repository: string, workers: number, cache: string): Promise<TimedExport> {
  const service = await startService({ workers, env: { BINDERY_WORKER_CACHE_FOLDER: cache } })
  try {
    const tenant = await makeBenchTenant(service, repository)
    const timed = await timeExport(service.url, tenant)
    console.log(`${workers} ${workers === 1 ? 'worker' : 'workers'}: ${timed.seconds.toFixed(1)} s`)
    await printSteps(service, timed.jobId)
    return timed
  } finally {
    await service.stop()
  }
}
