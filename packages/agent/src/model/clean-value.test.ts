import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanValue } from './clean-value.ts'

test('nothing is left that a database refuses, and all else stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const clean = cleanValue(value)
      const text = JSON.stringify(clean)
      expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i)
      if (!/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value))) expect(text).toBe(JSON.stringify(value))
    }),
  )
})
