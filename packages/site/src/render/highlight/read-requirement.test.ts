import { expect, test } from 'vitest'
import { Line } from './line.ts'
import { readRequirement } from './read-requirement.ts'

const line = (text: string) => new Line(text, { content: text })

test.each([
  { source: '\\b(?:def|class)\\b', possible: 'class A', impossible: 'classes = defined' },
  { source: '\\b(def|class)(?!\\s*:)\\b', possible: 'def f', impossible: 'undef(x)' },
  { source: '(?<=\\.)x+|#', possible: 'a.x', impossible: 'abc' },
  { source: '(?=\\()y?', possible: 'f(', impossible: 'yes' },
  { source: '[+-]{2,3}', possible: 'a--', impossible: 'a*b' },
  { source: '[[:digit:]_]+', possible: 'a_', impossible: 'abc' },
])('$source is searched for in “$possible” and not in “$impossible”', ({ source, possible, impossible }) => {
  const requirement = readRequirement(source)!
  expect(line(possible).has(requirement)).toBe(true)
  expect(line(impossible).has(requirement)).toBe(false)
})

test.each(['a?', '[^a]', '.', '(?!x)', '(a)|b*', '\\p{L}', '$', '(?<n>a)?\\g<n>*'])(
  '%s may be in any line',
  (source) => {
    expect(readRequirement(source)).toBeUndefined()
  },
)

test('without regard to case both forms count, and the Kelvin sign is a k', () => {
  for (const source of ['(?i)k', '(?i:K)', '(?i)[j-l]']) {
    const requirement = readRequirement(source)!
    for (const text of ['k', 'K', '\u212A']) expect(line(text).has(requirement)).toBe(true)
    expect(line('x').has(requirement)).toBe(false)
  }
})

test('beyond ASCII only Oniguruma knows where a word ends', () => {
  expect(line('déf').has(readRequirement('\\b(def)\\b')!)).toBe(true)
})
