import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openCredential } from './open-credential.ts'
import { sealCredential } from './seal-credential.ts'

const keys = { current: randomBytes(32), previous: [] }
const credential = { username: 'reader', secret: 'canary-token' }

test('what was sealed opens again, and holds nothing of the secret', () => {
  const sealed = sealCredential(credential, 'prj_a', keys)
  expect(openCredential(sealed, 'prj_a', keys)).toEqual(credential)
  expect(sealed.includes('canary')).toBe(false)
})

test('the same credential is never sealed to the same bytes', () => {
  expect(sealCredential(credential, 'prj_a', keys).equals(sealCredential(credential, 'prj_a', keys))).toBe(false)
})

test('moved to another project, it does not open', () => {
  expect(() => openCredential(sealCredential(credential, 'prj_a', keys), 'prj_b', keys)).toThrow()
})

test('one changed byte anywhere, and it does not open', () => {
  const sealed = sealCredential(credential, 'prj_a', keys)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => openCredential(changed, 'prj_a', keys)).toThrow()
  }
})

test('after the operator changed the key, older credentials still open with the previous one', () => {
  const sealed = sealCredential(credential, 'prj_a', keys)
  const changed = { current: randomBytes(32), previous: [keys.current] }
  expect(openCredential(sealed, 'prj_a', changed)).toEqual(credential)
  expect(() => openCredential(sealed, 'prj_a', { current: changed.current, previous: [] })).toThrow(/PREVIOUS_KEYS/)
})
