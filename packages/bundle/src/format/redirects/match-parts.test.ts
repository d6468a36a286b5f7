import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchParts } from './match-parts.ts'
import { isTooOpen, type Part } from './move.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/'), minLength: 1, maxLength: 3 })
const part = fc.oneof(
  text.map((one): Part => ({ text: one })),
  fc.constantFrom<Part>('segment', 'any', 'rest'),
)
const parts = fc.array(part, { minLength: 1, maxLength: 6 })
const path = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/'), maxLength: 10 }).map((rest) => `/${rest}`)

/** The same as an expression, which may go back as often as it likes: the addresses here are short. */
function matchByExpression(wanted: readonly Part[], address: string): string[] | undefined {
  const meanings = { segment: '([^/]+)', any: '(.*)', rest: '(?:/(.*))?' }
  const source = wanted.map((one) => (typeof one === 'object' ? one.text.replaceAll('.', '\\.') : meanings[one]))
  const found = new RegExp(`^${source.join('')}$`).exec(address)
  return found?.slice(1).map((caught) => caught ?? '')
}

test('an address is read as an expression with the same parts would read it', () => {
  fc.assert(
    fc.property(parts, path, (wanted, address) => {
      expect(matchParts(wanted, address)).toEqual(matchByExpression(wanted, address))
    }),
    { numRuns: 3_000 },
  )
})

test.each<[string, Part[]]>([
  ['segments in one segment', Array.from({ length: 8 }, (): Part[] => ['segment', { text: 'a' }]).flat()],
  ['stars', Array.from({ length: 8 }, (): Part[] => ['any', { text: 'a' }]).flat()],
  ['folders', Array.from({ length: 8 }, (): Part[] => ['rest', { text: 'a' }]).flat()],
  ['long texts', ['any', { text: `${'a'.repeat(200)}b` }, 'any']],
])('any number of %s takes a time that grows with the address, not with the ways to read it', (_, wanted) => {
  const address = `/${'a'.repeat(510)}`
  const before = process.cpuUsage()
  for (let count = 0; count < 200; count++) matchParts([{ text: '/' }, ...wanted, { text: 'b' }], address)
  // 20 ms on a calm machine.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000)
})

const slash: Part = { text: '/' }
const dot: Part = { text: '.' }

test.each<[boolean, Part[]]>([
  [false, [slash, 'segment', slash, 'segment', slash, 'segment', 'rest']],
  [false, [slash, 'segment', dot, 'segment', dot, 'segment', 'rest']],
  [false, [{ text: '/a' }, 'rest', { text: '/b' }, 'rest']],
  [true, [slash, 'segment', dot, 'segment', dot, 'segment', dot, 'segment', { text: '.!' }]],
  [true, ['rest', slash, 'segment', dot, 'segment', dot]],
  [true, ['any', dot, 'any', dot, 'any']],
  [true, Array.from({ length: 20 }, (): Part[] => [slash, 'segment']).flat()],
])('a pattern is refused (%s) when other servers would read it in too many ways', (isRefused, wanted) => {
  expect(isTooOpen(wanted)).toBe(isRefused)
})
