import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFinder, findAll, replaceText } from './find-text.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 200 })
const searched = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 24 })

test('a text is found where indexOf finds it, and replaced as replaceAll does it', () => {
  fc.assert(
    fc.property(text, searched, fc.nat(100), (whole, part, from) => {
      // Longer than what is left to indexOf.
      const [inside, sought] = [whole.replaceAll('b', 'bbbbbbbbb'), part.replaceAll('b', 'bbbbbbbbb')]
      expect(createFinder(sought)(inside, from)).toBe(inside.indexOf(sought, from))
      expect(replaceText(inside, sought, '$&')).toBe(inside.replaceAll(sought, () => '$&'))
      expect(findAll(inside, sought)).toHaveLength(inside.split(sought).length - 1)
    }),
    { numRuns: 1_000 },
  )
})

test('no text takes longer to be found than it takes to be read', () => {
  const letters = 'a'.repeat(1_000_000)
  const before = process.cpuUsage()
  for (const start of ['', 'b', 'ab']) {
    for (const middle of ['', 'b', 'ba']) {
      const sought = `${start}${'a'.repeat(250_000)}${middle}${'a'.repeat(250_000)}b`
      expect(createFinder(sought)(letters)).toBe(-1)
    }
  }
  // 100 ms on a calm machine; with indexOf hours.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000)
})
