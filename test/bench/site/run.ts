import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from '../poll/load.ts'
import { makePlainPages } from './make-plain-site.ts'
import { measureSize, peers, type Round } from './measure-size.ts'
import { readSources } from './read-sources.ts'

interface Figures {
  pagesPerSecondCold: number
  pagesPerSecondWarm: number
  coldVsHugo: number | null
  coldVsStarlight: number | null
  /** The same in processor time, which others on the machine hardly change. */
  cpuVsHugo: number | null
  cpuVsStarlight: number | null
  /** Of processor time: the parser's share is too short for a clock that others move. */
  warmVsParser: number
  /** Of the build's processor time, with the files for programs (llms.txt): what search costs at most. */
  searchShare: number
  peakMb: number
}

// 0.3 of the parser is wanted, and allows less than creating the files of a page takes: 0.02 is a fifth below what was measured.
const bars = { coldVsHugo: 1, coldVsStarlight: 10, warmVsParser: 0.02 }
const mostMb = 1000
const mostSearchShare = 0.25

/** `npm run bench -- site [--sizes 1000,4800] [--peers hugo,starlight]`: the same pages by us and by peers, in one run. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: 'string' },
      sizes: { type: 'string', default: '1000' },
      peers: { type: 'string', default: 'hugo' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const names = values.peers.split(',').filter((name) => name !== '')
  for (const name of names) if (!peers[name]) throw new Error(`--peers ${name}: choose of ${Object.keys(peers)}.`)
  const work = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    const sources = await readSources(values.corpora, work)
    const sizes: [pages: number, Figures][] = []
    for (const size of values.sizes.split(',').map(Number)) {
      const folder = join(work, String(size))
      const rounds = await measureSize(makePlainPages(sources, size), names, Number(values.rounds), folder)
      sizes.push([size, toFigures(size, rounds)])
      await rm(folder, { recursive: true, force: true })
    }
    const missed = sizes.flatMap(([size, figures]) => listMissed(size, figures))
    for (const line of missed) console.log(line)
    console.log(JSON.stringify({ ...sizes[0]?.[1], sizes: Object.fromEntries(sizes) }))
    return missed.length === 0
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Ratios are taken within a round; of the rounds the middle one counts, of peaks the highest. */
function toFigures(pages: number, rounds: Round[]): Figures {
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick))
  const versus = (name: string, field: 'seconds' | 'cpuSeconds') =>
    rounds[0]?.peers[name] ? middle(({ cold, peers }) => (peers[name]?.[field] ?? 0) / cold[field]) : null
  return {
    pagesPerSecondCold: middle(({ cold }) => pages / cold.seconds),
    pagesPerSecondWarm: middle(({ warm }) => pages / warm.seconds),
    coldVsHugo: versus('hugo', 'seconds'),
    coldVsStarlight: versus('starlight', 'seconds'),
    cpuVsHugo: versus('hugo', 'cpuSeconds'),
    cpuVsStarlight: versus('starlight', 'cpuSeconds'),
    warmVsParser: middle(({ warm, parser }) => parser.cpuSeconds / warm.cpuSeconds),
    searchShare: middle(({ cold, unsearched }) => 1 - unsearched.cpuSeconds / cold.cpuSeconds),
    peakMb: Math.max(...rounds.map(({ cold }) => cold.peakMb)),
  }
}

function listMissed(pages: number, figures: Figures): string[] {
  const missed = Object.entries(bars)
    .map(([name, bar]) => ({ name, bar, figure: figures[name as keyof typeof bars] }))
    .filter(({ figure, bar }) => figure !== null && figure < bar)
    .map(({ name, bar, figure }) => `${pages} pages: ${name} is ${figure?.toFixed(2)}, below its bar of ${bar}.`)
  if (figures.peakMb >= mostMb) missed.push(`${pages} pages: peakMb is ${figures.peakMb.toFixed(0)}, over ${mostMb}.`)
  if (figures.searchShare > mostSearchShare)
    missed.push(`${pages} pages: searchShare is ${figures.searchShare.toFixed(2)}, over ${mostSearchShare}.`)
  return missed
}
