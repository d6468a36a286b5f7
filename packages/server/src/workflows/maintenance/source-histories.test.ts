import { expect, test } from 'vitest'
import { allRules, runSourceHistory } from '../../../testing/workflows/source-history.ts'

// `BINDERY_SOURCE_HISTORIES=10000 npx vitest run source-histories` is the full size.
const histories = Number(process.env.BINDERY_SOURCE_HISTORIES ?? 300)
const operations = 250

const findLost = (count: number, rules = allRules) =>
  Array.from({ length: count }, (_, seed) => seed).flatMap((seed) => runSourceHistory(seed, operations, rules))

test('no order of exports, kills and deletions takes what a running export or the next one needs, or leaves anything', () => {
  expect(findLost(histories)).toEqual([])
})

test.each(['recordsOnlyRunning', 'waitsForClearing', 'needsQuiet'] as const)(
  'histories find what is lost without the rule %s',
  (rule) => {
    expect(findLost(300, { ...allRules, [rule]: false })).not.toEqual([])
  },
)
