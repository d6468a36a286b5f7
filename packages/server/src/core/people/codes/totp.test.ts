import { expect, test } from 'vitest'
import { makeTotpSecret, matchTotpStep, totpCode, totpUri } from './totp.ts'

// The secret of RFC 6238, appendix B: the ASCII digits 12345678901234567890.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %s seconds the code is the one of the RFC', (seconds, code) => {
  expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code)
})

test('a code holds for its own step and one on either side', () => {
  const at = 1_234_567_890_000
  const step = Math.floor(at / 30_000)
  for (const shift of [-1, 0, 1]) expect(matchTotpStep(secret, totpCode(secret, step + shift), at)).toBe(step + shift)
  for (const shift of [-2, 2]) expect(matchTotpStep(secret, totpCode(secret, step + shift), at)).toBeUndefined()
  expect(matchTotpStep(secret, '005 924', at)).toBe(step)
})

test('a secret is 160 bits in base32, and no two are alike', () => {
  expect(makeTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(makeTotpSecret()).not.toBe(makeTotpSecret())
})

test('an app is told whose code it is', () => {
  expect(totpUri(secret, 'ada@example.com')).toBe(
    `otpauth://totp/Bindery%3Aada%40example.com?secret=${secret}&issuer=Bindery`,
  )
})
