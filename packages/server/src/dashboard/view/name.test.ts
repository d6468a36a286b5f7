import { expect, test } from 'vitest'
import { shortenRef } from './name.tsx'

test('a commit is shortened, and a branch of the same length is not', () => {
  expect(shortenRef('92e9a1a2'.repeat(5))).toBe('92e9a1a')
  expect(shortenRef('feature/a-name-as-long-as-that-of-commit')).toBe('feature/a-name-as-long-as-that-of-commit')
})
