import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readPreview, signPreview } from './preview-token.ts'

const key = randomBytes(32)
const now = Date.now()
const claim = { exportId: 'se_0123456789abcdef', expiresAt: Math.floor(now / 1000) + 60 }
const token = signPreview(key, claim)

test('a token is one label of a host name, and names its export', () => {
  expect(token).toMatch(/^[0-9a-f]{56}$/)
  expect(readPreview(key, token, now)).toEqual(claim)
})

test('a token is read until its time is over, and no longer', () => {
  expect(readPreview(key, token, claim.expiresAt * 1000 - 1)).toEqual(claim)
  expect(readPreview(key, token, claim.expiresAt * 1000)).toBeUndefined()
})

test('no token with another digit in any place is read, nor one of another key', () => {
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === '0' ? '1' : '0'
    expect(readPreview(key, token.slice(0, at) + other + token.slice(at + 1), now)).toBeUndefined()
  }
  expect(readPreview(randomBytes(32), token, now)).toBeUndefined()
  for (const odd of ['', token.toUpperCase(), `${token}0`, `${token}\n`, token.slice(1), ` ${token}`]) {
    expect(readPreview(key, odd, now)).toBeUndefined()
  }
})
