import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildCold } from '../site/bindery.ts'
import { makePlainPages, writeDocsSite } from '../site/make-plain-site.ts'
import { readSources } from '../site/read-sources.ts'

interface Cost {
  /** Of a page's own file, and of all that the site holds. */
  bytesPerPage: number
  siteBytesPerPage: number
  cpuMsPerPage: number
  msPerPage: number
  peakMb: number
}

// Bytes may differ by a twentieth; a page may take a fifth longer.
const bytesTolerance = 0.05
const timeTolerance = 0.2
// Numbers of two digits on every page of both sites, so that their pages are as long.
const firstRound = 10

/** `npm run bench -- growth --pages 20000`: what a page costs in a large site, against what it costs in a small one. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: 'string' },
      pages: { type: 'string', default: '20000' },
      base: { type: 'string', default: '1000' },
    },
  })
  const work = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    // The large site is the small one many times over, so that only their size differs.
    const sources = (await readSources(values.corpora, work)).slice(0, Number(values.base))
    const small = await measureCost(sources, Number(values.base), join(work, 'small'))
    const large = await measureCost(sources, Number(values.pages), join(work, 'large'))
    return report(small, large)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function measureCost(sources: string[], pages: number, folder: string): Promise<Cost> {
  await writeDocsSite(makePlainPages(sources, pages, firstRound), join(folder, 'docs'))
  const built = await buildCold(join(folder, 'docs'), join(folder, 'site'))
  const bytes = await countBytes(join(folder, 'site'))
  const cost = {
    bytesPerPage: bytes.pages / pages,
    siteBytesPerPage: bytes.all / pages,
    cpuMsPerPage: (built.cpuSeconds * 1000) / pages,
    msPerPage: (built.seconds * 1000) / pages,
    peakMb: built.peakMb,
  }
  console.log(
    `${pages} pages: ${cost.bytesPerPage.toFixed(0)} bytes a page (${cost.siteBytesPerPage.toFixed(0)} with all else),` +
      ` ${cost.cpuMsPerPage.toFixed(2)} ms of CPU, ${cost.msPerPage.toFixed(2)} ms by the clock, peak ${cost.peakMb.toFixed(0)} MB`,
  )
  return cost
}

async function countBytes(site: string): Promise<{ pages: number; all: number }> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true })
  const bytes = { pages: 0, all: 0 }
  for (const entry of entries.filter((one) => one.isFile())) {
    const { size } = await stat(join(entry.parentPath, entry.name))
    bytes.all += size
    if (/^page-\d+\.html$/.test(entry.name)) bytes.pages += size
  }
  return bytes
}

function report(small: Cost, large: Cost): boolean {
  const ratio = (field: keyof Cost) => large[field] / small[field]
  const bytesRatio = ratio('bytesPerPage')
  const siteBytesRatio = ratio('siteBytesPerPage')
  const timeRatio = ratio('cpuMsPerPage')
  console.log(JSON.stringify({ bytesRatio, siteBytesRatio, timeRatio, clockRatio: ratio('msPerPage'), small, large }))
  const sameBytes = Math.abs(bytesRatio - 1) <= bytesTolerance && siteBytesRatio <= 1 + bytesTolerance
  return sameBytes && timeRatio <= 1 + timeTolerance
}
