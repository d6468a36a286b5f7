import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayPrefix, hashKey, holdsKey, isWellFormed, makeKey } from './key-format.ts'

test('a key is bnd_, 30 base62 characters and 6 of checksum', () => {
  const key = makeKey()
  expect(key).toMatch(/^bnd_[0-9A-Za-z]{36}$/)
  expect(isWellFormed(key)).toBe(true)
})

test('one changed character is seen by the checksum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 39 }), fc.constantFrom(...'09AZaz'), (at, character) => {
      const key = makeKey()
      const changed = key.slice(0, at) + character + key.slice(at + 1)
      expect(isWellFormed(changed)).toBe(changed === key)
    }),
  )
})

test.each(['', 'bnd_', 'bnd_x', `${makeKey()}x`, ` ${makeKey()}`, makeKey().replace('bnd_', 'bnx_')])(
  '%j is no key',
  (text) => {
    expect(isWellFormed(text)).toBe(false)
  },
)

test('a key is found within other text', () => {
  expect(holdsKey(`build-${makeKey()}.1`)).toBe(true)
  expect(holdsKey('bnd_build-17')).toBe(false)
})

test('what is stored and shown gives the key away to nobody', () => {
  const key = makeKey()
  expect(hashKey(key)).toHaveLength(32)
  expect(displayPrefix(key)).toHaveLength(10)
})
