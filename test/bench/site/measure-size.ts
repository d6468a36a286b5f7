import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { buildCold, buildWarm, type WarmBuild } from './bindery.ts'
import type { Builder, Project } from './builder.ts'
import { type PlainPage, writeDocsSite } from './make-plain-site.ts'
import { type Measured, measureProcess } from './measure-process.ts'
import { hugo } from './peers/hugo.ts'
import { starlight } from './peers/starlight.ts'

const parser = resolve(import.meta.dirname, 'parse-alone.mjs')
export const peers: Record<string, Builder> = { hugo, starlight }

export interface Round {
  cold: Measured
  /** The same pages, kept from search by their authors; llms.txt leaves them out too. */
  unsearched: Measured
  warm: WarmBuild
  parser: ParserAlone
  peers: Record<string, Measured>
}

interface ParserAlone {
  /** Of the slowest process. */
  seconds: number
  /** Of all of them. */
  cpuSeconds: number
}

/** Everybody builds the same pages, one after the other, in every round: a machine's moods touch all of them. */
export async function measureSize(
  pages: PlainPage[],
  names: string[],
  rounds: number,
  folder: string,
): Promise<Round[]> {
  const root = join(folder, 'docs')
  const out = join(folder, 'site')
  const hidden = join(folder, 'unsearched')
  await writeDocsSite(pages, root)
  await writeDocsSite(pages, hidden, 'noindex: true\n')
  await using stack = new AsyncDisposableStack()
  const projects = await prepare(pages, names, stack)
  const measured: Round[] = []
  while (measured.length < rounds) {
    const cold = await buildCold(root, out)
    const unsearched = await buildCold(hidden, out)
    const others: Record<string, Measured> = {}
    for (const [name, project] of projects) others[name] = await project.build()
    const warm = await buildWarm(root, out, cold)
    measured.push({ cold, unsearched, warm, parser: await parseAlone(root), peers: others })
    printRound(pages.length, measured.at(-1))
  }
  return measured
}

async function prepare(pages: PlainPage[], names: string[], stack: AsyncDisposableStack) {
  const projects: [name: string, Project][] = []
  for (const name of names) {
    const project = await peers[name]?.prepare(pages)
    if (project) projects.push([name, stack.use(project)])
    else console.log(`${name} is not on this machine: not compared.`)
  }
  return projects
}

/** As many processes as the build has. */
async function parseAlone(root: string): Promise<ParserAlone> {
  const parts = availableParallelism()
  const runs = Array.from({ length: parts }, (_, part) =>
    measureProcess(process.execPath, [parser, root, String(part), String(parts)], { cwd: root }),
  )
  const taken = (await Promise.all(runs)).map(({ stderr }) => stderr.trim().split(' ').map(Number))
  return {
    seconds: Math.max(...taken.map(([seconds = 0]) => seconds)),
    cpuSeconds: taken.reduce((sum, [, cpuSeconds = 0]) => sum + cpuSeconds, 0),
  }
}

function printRound(pages: number, round: Round | undefined): void {
  if (!round) return
  const times = ({ seconds, cpuSeconds }: WarmBuild | ParserAlone) =>
    `${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)} s of CPU)`
  const say = ({ seconds, cpuSeconds, peakMb }: Measured) =>
    `${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)} s of CPU, ${peakMb.toFixed(0)} MB)`
  const others = Object.entries(round.peers).map(([name, measured]) => `${name} ${say(measured)}`)
  console.log(
    `${pages} pages: ${[`cold ${say(round.cold)}`, `without search ${say(round.unsearched)}`, ...others].join(', ')}, ` +
      `warm ${times(round.warm)}, parser alone ${times(round.parser)}`,
  )
}
