import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

type Test = Mutant['test']

export interface Outcome {
  /** `missing`: it did not run, since its file could not be loaded or prepared, or there is no such test. */
  verdict: 'passed' | 'failed' | 'timeout' | 'missing'
  /** Of a failed one, in a line. */
  reason?: string
}

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[]
}

// Generous, for a machine that is six times slower: what takes so long hangs.
const TEST_SECONDS = 120
const RUN_SECONDS = 900

/** Runs these tests and no others in a copy of the tree, from its sources. */
export async function runTests(copy: string, tests: Test[]): Promise<Map<Test, Outcome>> {
  const output = join(copy, 'mutants-report.json')
  await rm(output, { force: true })
  const files = new Set(tests.map(({ file }) => file))
  const names = tests.map(({ name }) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  const options = ['--reporter=json', `--outputFile=${output}`, `--testTimeout=${TEST_SECONDS * 1000}`]
  const hasEnded = await runVitest(copy, ['run', ...files, '-t', names, ...options])
  const report = await readFile(output, 'utf8').then(
    (text): Report => JSON.parse(text),
    () => undefined,
  )
  const missing: Outcome = { verdict: hasEnded ? 'missing' : 'timeout' }
  return new Map(tests.map((test) => [test, findOutcome(report, join(copy, test.file), test.name) ?? missing]))
}

function findOutcome(report: Report | undefined, file: string, name: string): Outcome | undefined {
  const results = report?.testResults.filter((result) => result.name === file) ?? []
  const named = results.flatMap((result) => result.assertionResults).filter(({ fullName }) => fullName.includes(name))
  const failed = named.filter(({ status }) => status === 'failed')
  const messages = failed.flatMap(({ failureMessages = [] }) => failureMessages)
  const message = messages.find((one) => !/^(Error: )?(Test|Hook) timed out in /.test(one))
  if (message !== undefined) return { verdict: 'failed', reason: message.split('\n')[0]?.slice(0, 120) ?? '' }
  if (failed.length > 0) return { verdict: 'timeout' }
  if (named.some(({ status }) => status === 'passed')) return { verdict: 'passed' }
}

/** Whether it ended by itself. */
async function runVitest(cwd: string, options: string[]): Promise<boolean> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const env = { ...process.env, CI: '' }
  const child = spawn(process.execPath, [vitest, ...options], { cwd, env, stdio: 'ignore', detached: true })
  const ended = once(child, 'exit')
  // The whole group, for tests start processes of their own.
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), RUN_SECONDS * 1000)
  const [code] = await ended
  clearTimeout(timer)
  return code !== null
}
