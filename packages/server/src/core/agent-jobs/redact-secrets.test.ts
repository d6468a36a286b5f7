import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeKey } from '../keys/key-format.ts'
import { redactSecrets } from './redact-secrets.ts'

const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

test.each([
  ['a key of this service', makeKey()],
  ['what only looks like one', `bnd_${'aB3dE6gH9'.repeat(4)}`],
  ['a GitHub token', `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`],
  ['a whole private key', pem.trim()],
])('%s goes, and what stands around it stays', (_what, secret) => {
  expect(redactSecrets(`before ${secret} after`)).toBe('before [redacted] after')
})

test('a private key whose end was cut off goes to the end of the text', () => {
  expect(redactSecrets(`before ${pem.slice(0, 80)}`)).toBe('before [redacted]')
})

test('a known secret goes wherever it stands, in names and deep inside', () => {
  const told = { list: ['a pass b', { 'x-pass': 1 }], none: null, count: 3, yes: true }
  expect(redactSecrets(told, ['pass', ''])).toEqual({
    list: ['a [redacted] b', { 'x-[redacted]': 1 }],
    none: null,
    count: 3,
    yes: true,
  })
})

test("documentation's own examples stay", () => {
  expect(redactSecrets('AKIAIOSFODNN7EXAMPLE')).toBe('AKIAIOSFODNN7EXAMPLE')
})

test('what no table takes is replaced', () => {
  expect(redactSecrets('a\0b\ud800c')).toBe('a\ufffdb\ufffdc')
})
