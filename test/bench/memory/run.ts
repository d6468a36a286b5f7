import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seedRepository } from '../../../deploy/local/seed-repository.ts'
import { startService } from '../../../deploy/local/start-service.ts'
import { makeBenchTenant } from '../export/open-bench-site.ts'
import { printSteps } from '../export/print-steps.ts'
import { timeExport } from '../export/time-export.ts'
import { makePlainPages, writeDocsSite } from '../site/make-plain-site.ts'
import { familyMb } from '../site/measure-process.ts'
import { readSources } from '../site/read-sources.ts'

interface Cost {
  pages: number
  peakMb: number
  bytesPerPage: number
  seconds: number
}

const bar = 1.3
// A worker uses a core for each GiB that it may have: two processes for each, and the worker itself.
const mbOfCore = 1024
const sampleMs = 200
// Numbers of two digits on every page of both sites, so that their pages are as long.
const firstRound = 10

/** `npm run bench -- memory --pages 20000`: the most memory of a worker with its children, against a site of 2,000 pages. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: 'string' },
      pages: { type: 'string', default: '20000' },
      base: { type: 'string', default: '2000' },
    },
  })
  const work = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    const sources = (await readSources(values.corpora, work)).slice(0, 1000)
    const small = await exportSite(sources, Number(values.base), join(work, 'small'))
    const large = await exportSite(sources, Number(values.pages), join(work, 'large'))
    const ratio = large.peakMb / small.peakMb
    const bytesRatio = large.bytesPerPage / small.bytesPerPage
    console.log(
      JSON.stringify({ peakMb: large.peakMb, bytesPerPage: large.bytesPerPage, ratio, bytesRatio, small, large }),
    )
    return ratio <= bar && large.peakMb < mbOfCore * availableParallelism()
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** One export by a worker that has done nothing before. */
async function exportSite(sources: string[], pages: number, folder: string): Promise<Cost> {
  console.log(`${pages} pages …`)
  await writeDocsSite(makePlainPages(sources, pages, firstRound), join(folder, 'docs'))
  const { url } = await seedRepository(`public/bench-memory-${process.pid}-${pages}`, join(folder, 'docs'))
  const service = await startService({ workers: 1, env: { BINDERY_WORKER_CACHE_FOLDER: join(folder, 'cache') } })
  const worker = service.processes.find(({ role }) => role === 'worker')?.child.pid ?? 0
  let peakMb = 0
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, familyMb(worker))
  }, sampleMs)
  try {
    const timed = await timeExport(service.url, await makeBenchTenant(service, url))
    const cost = { pages, peakMb, bytesPerPage: timed.sizeBytes / pages, seconds: timed.seconds }
    console.log(
      `${pages} pages: peak ${peakMb.toFixed(0)} MB, ${cost.bytesPerPage.toFixed(0)} bytes of bundle a page, ${timed.seconds.toFixed(0)} s`,
    )
    await printSteps(service, timed.jobId)
    return cost
  } finally {
    clearInterval(sampler)
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
