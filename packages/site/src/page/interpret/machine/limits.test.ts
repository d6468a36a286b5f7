import { expect, test } from 'vitest'
import { Budget, LimitExceeded } from './limits.ts'

const budget = () => new Budget({ steps: 100, depth: 3, nodes: 1, textLength: 1, stringLength: 10 })

test('a page has so many steps and no more', () => {
  const spent = budget()
  spent.spend(60)
  spent.spend(40)
  expect(() => spent.spend(1)).toThrow(LimitExceeded)
})

test('a string has so many characters and no more', () => {
  expect(() => budget().allowString(10)).not.toThrow()
  expect(() => budget().allowString(11)).toThrow(LimitExceeded)
})

test('work nests so deep and no deeper, and has its depth again when it has ended', () => {
  const nest = (used: Budget, levels: number): string =>
    levels === 0 ? 'end' : used.nested(() => nest(used, levels - 1))
  const used = budget()
  for (let round = 0; round < 2; round++) expect(nest(used, 3)).toBe('end')
  expect(() => nest(used, 4)).toThrow(LimitExceeded)
})
