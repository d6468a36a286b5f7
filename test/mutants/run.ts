/**
 * `npm run mutants [-- --only NAME] [--sample N --seed S] [--at-once N] [--tested] [--list] [--stale]`: makes each
 * dangerous change of the list in a copy of the tree, and runs the one test that must notice it. A change that passes is a
 * missing test. `--tested` says that all tests have just passed, so that they are not tried unchanged; `--stale` only looks
 * whether each change still fits the code.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readCommit } from '../support/read-commit.ts'
import { applyMutant, findStale } from './apply-mutant.ts'
import { chooseMutants } from './choose-mutants.ts'
import { listMutants } from './list-mutants.ts'
import { makeCopy } from './make-copy.ts'
import type { Mutant } from './mutant.ts'
import { type Outcome, runTests } from './run-tests.ts'

const tree = resolve(import.meta.dirname, '../..')

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string' },
      'at-once': { type: 'string', default: '2' },
      tested: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      stale: { type: 'boolean', default: false },
    },
  })
  const all = listMutants()
  const { only, sample, seed = readCommit() } = values
  const mutants = chooseMutants(all, { only, sample: sample === undefined ? undefined : Number(sample), seed })
  if (values.list) return listThem(mutants)
  const stale = await findStale(tree, only === undefined ? all : mutants)
  for (const fault of stale) console.log(`FAIL  ${fault}`)
  if (stale.length > 0 || values.stale) return stale.length === 0
  if (sample !== undefined) console.log(`${mutants.length} of ${all.length} mutants, by the seed ${seed}`)
  const waiting = values.tested ? [...mutants] : await dropBroken(mutants)
  const killed = await runMutants(waiting, Number(values['at-once']))
  console.log(JSON.stringify({ mutants: mutants.length, killed, survived: mutants.length - killed }))
  return killed === mutants.length
}

/** Runs them in a few copies at once and counts those that were noticed. */
async function runMutants(waiting: Mutant[], atOnce: number): Promise<number> {
  let killed = 0
  const work = async () => {
    await using copy = await makeCopy(tree)
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      if (await isNoticed(copy.folder, mutant)) killed += 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work))
  return killed
}

/** Only a test that passes while nothing is changed proves anything. */
async function dropBroken(mutants: Mutant[]): Promise<Mutant[]> {
  await using copy = await makeCopy(tree)
  const tests = mutants.map(({ test }) => test)
  const outcomes = await runTests(copy.folder, tests)
  return mutants.filter(({ name, test }) => {
    const { verdict, reason = '' } = outcomes.get(test) ?? { verdict: 'missing' }
    if (verdict === 'passed') return true
    console.log(`FAIL  ${name} is broken: unchanged, "${test.name}" in ${test.file}: ${verdict} ${reason}`)
    return false
  })
}

const remarks = {
  failed: 'killed',
  passed: 'SURVIVED: the test passes all the same',
  timeout: 'SURVIVED: the test hangs, where it must fail',
  missing: 'SURVIVED: the test did not run; the change breaks more than it says',
} satisfies Record<Outcome['verdict'], string>

async function isNoticed(copy: string, mutant: Mutant): Promise<boolean> {
  await using _changed = await applyMutant(copy, mutant)
  const began = performance.now()
  const outcomes = await runTests(copy, [mutant.test])
  const { verdict, reason = '' } = outcomes.get(mutant.test) ?? { verdict: 'missing' }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${verdict === 'failed' ? 'ok  ' : 'FAIL'}  ${mutant.name}: ${remarks[verdict]}, ${seconds} s  ${reason}`)
  if (verdict !== 'failed') console.log(`      ${mutant.why}\n      ${mutant.test.file}: ${mutant.test.name}`)
  return verdict === 'failed'
}

function listThem(mutants: Mutant[]): true {
  for (const { name, why, test } of mutants) console.log(`${name}: ${why}\n    ${test.file}: ${test.name}`)
  console.log(JSON.stringify({ mutants: mutants.length }))
  return true
}

process.exitCode = (await main()) ? 0 : 1
