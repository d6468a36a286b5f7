import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { unpackCorpus } from '../../conformance/unpack-corpus.ts'
import { makePlainPages, type PlainPage, writeDocsSite } from './make-plain-site.ts'
import { type Measured, measureProcess } from './measure-process.ts'
import { buildWithHugo } from './peers.ts'

const command = resolve(import.meta.dirname, '../../../packages/cli/dist/main.js')
const parser = resolve(import.meta.dirname, 'parse-alone.mjs')

interface SizeFigures {
  pages: number
  pagesPerSecondCold: number
  pagesPerSecondWarm: number
  coldVsHugo: number | null
  warmVsParser: number
  peakMb: number
}

/** `npm run bench -- site [--corpora DIR] [--sizes 1000,4800]`: the same plain pages, by us, by peers, in one run. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      corpora: { type: 'string', default: '../shared/corpora' },
      sizes: { type: 'string', default: '1000' },
    },
  })
  const work = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    const corpus = await unpackCorpus(join(values.corpora, 'wandb.tar.gz'), join(work, 'corpus'))
    const sizes: SizeFigures[] = []
    for (const size of values.sizes.split(',').map(Number)) {
      sizes.push(await measureSize(await makePlainPages(corpus, size), join(work, String(size))))
    }
    const { pages: _, ...first } = sizes[0] ?? { pages: 0 }
    console.log(JSON.stringify({ ...first, sizes: Object.fromEntries(sizes.map((size) => [size.pages, size])) }))
    return sizes.every(({ coldVsHugo, peakMb }) => (coldVsHugo ?? 1) >= 1 && peakMb < 1000)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function measureSize(pages: PlainPage[], folder: string): Promise<SizeFigures> {
  await writeDocsSite(pages, join(folder, 'docs'))
  const out = join(folder, 'site')
  const cold = await bindery(join(folder, 'docs'), out, 1)
  const hugo = await buildWithHugo(pages, join(folder, 'hugo'))
  const warm = lastRound(await bindery(join(folder, 'docs'), out, 3))
  const parse = await parseAlone(join(folder, 'docs'))
  const rate = (seconds: number) => pages.length / seconds
  const figures = {
    pages: pages.length,
    pagesPerSecondCold: rate(cold.seconds),
    pagesPerSecondWarm: rate(warm),
    coldVsHugo: hugo ? hugo.seconds / cold.seconds : null,
    warmVsParser: parse / warm,
    peakMb: cold.peakMb,
  }
  console.log(
    `${pages.length} pages: cold ${cold.seconds.toFixed(1)} s, warm ${warm.toFixed(2)} s, parser alone ${parse.toFixed(2)} s,` +
      ` Hugo ${hugo?.seconds.toFixed(1) ?? 'not installed'} s; peak ${cold.peakMb.toFixed(0)} MB`,
  )
  return figures
}

function bindery(root: string, out: string, rounds: number): Promise<Measured> {
  const args = [command, 'build', root, '--out', out, '--json', '--repeat', String(rounds)]
  return measureProcess(process.execPath, args, root)
}

function lastRound({ stderr }: Measured): number {
  const rounds = [...stderr.matchAll(/took ([\d.]+) s/g)]
  return Number(rounds.at(-1)?.[1])
}

/** As many processes as the build has; the slowest one's time counts. */
async function parseAlone(root: string): Promise<number> {
  const parts = availableParallelism()
  const runs = Array.from({ length: parts }, (_, part) =>
    measureProcess(process.execPath, [parser, root, String(part), String(parts)], root),
  )
  return Math.max(...(await Promise.all(runs)).map(({ stderr }) => Number(stderr.trim())))
}
