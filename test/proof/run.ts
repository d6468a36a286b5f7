/**
 * `npm run proof [-- --only NAME,NAME] [--again]`: every suite at full size, one after the other, with the services up. Results are
 * written to .dev/proof/COMMIT.json after each, and to test/results.json, from which `npm run docs:write` makes the pages
 * Guarantees and Performance; a run that was broken off continues behind the last one that passed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { recordResults } from './results.ts'
import { type Step, steps } from './steps.ts'

interface Result {
  command: string
  passed: boolean
  seconds: number
  startedAt: string
  /** Its last line, which holds the figures. */
  figures: unknown
}

interface Proof {
  commit: string
  machine: { cores: number; memoryGb: number }
  results: Record<string, Result>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = `${root}.dev/proof/`

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, again: { type: 'boolean' } } })
  const chosen = chooseSteps(values.only)
  const proof = openProof()
  for (const step of chosen) {
    if (proof.results[step.name]?.passed && !values.again) {
      console.log(`${step.name}: passed before`)
      continue
    }
    const result = await runStep(step, proof.commit)
    proof.results[step.name] = result
    writeFileSync(fileOf(proof.commit), `${JSON.stringify(proof, null, 2)}\n`)
    recordResults(step.name, { ...result, commit: proof.commit.slice(0, 8) })
    console.log(`${step.name}: ${result.passed ? 'passed' : 'FAILED'} after ${result.seconds} s`)
  }
  const results = chosen.map(({ name }) => proof.results[name])
  const passed = results.filter((result) => result?.passed).length
  const notRun = listNotRun(chosen, proof)
  for (const one of notRun) console.log(`not run: ${one}`)
  const summary = { commit: proof.commit, steps: chosen.length, passed, failed: chosen.length - passed, notRun }
  console.log(JSON.stringify(summary))
  return passed === chosen.length
}

/** Steps that were left out, and parts of steps that the machine could not run: their figures name the reason. */
function listNotRun(chosen: Step[], { results }: Proof): string[] {
  const leftOut = steps.filter((step) => !chosen.includes(step)).map(({ name }) => name)
  const parts = chosen.flatMap(({ name }) =>
    Object.entries((results[name]?.figures ?? {}) as Record<string, { notRun?: string } | null>).flatMap(
      ([part, figures]) => (typeof figures?.notRun === 'string' ? [`${name}: ${part}: ${figures.notRun}`] : []),
    ),
  )
  return [...leftOut, ...parts]
}

function chooseSteps(only: string | undefined): Step[] {
  const names = only?.split(',')
  const unknown = names?.filter((name) => !steps.some((step) => step.name === name)) ?? []
  const known = steps.map(({ name }) => name).join(', ')
  if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(', ')}. Choose from ${known}.`)
  return steps.filter(({ name }) => !names || names.includes(name))
}

/** Results hold for one commit, so the work tree must be exactly that. */
function openProof(): Proof {
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
  if (git('status', '--porcelain', '--', '.', ':!test/results.json'))
    throw new Error('The work tree has changes. Commit them, so that results name what they prove.')
  const commit = git('rev-parse', '--short=12', 'HEAD')
  mkdirSync(folder, { recursive: true })
  if (existsSync(fileOf(commit))) return JSON.parse(readFileSync(fileOf(commit), 'utf8')) as Proof
  return { commit, machine: { cores: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30) }, results: {} }
}

const fileOf = (commit: string) => `${folder}${commit}.json`

async function runStep({ name, command }: Step, commit: string): Promise<Result> {
  const startedAt = new Date()
  const logFile = `${folder}${commit}-${name}.log`
  console.log(`${name}: ${command} (log: ${logFile})`)
  const log = createWriteStream(logFile)
  const child = spawn('bash', ['-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const [code] = await once(child, 'close')
  log.end()
  await once(log, 'finish')
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1000)
  return { command, passed: code === 0, seconds, startedAt: startedAt.toISOString(), figures: readFigures(logFile) }
}

function readFigures(logFile: string): unknown {
  const last = readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1) ?? ''
  try {
    return JSON.parse(last)
  } catch {
    return last
  }
}

process.exitCode = (await main()) ? 0 : 1
