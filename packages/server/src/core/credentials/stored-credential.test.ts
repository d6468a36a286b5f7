import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkCredential, secretOf } from './stored-credential.ts'

const makePem = (type: 'rsa' | 'ed25519') => {
  const { privateKey } = type === 'rsa' ? generateKeyPairSync(type, { modulusLength: 2048 }) : generateKeyPairSync(type)
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

const app = { kind: 'github-app' as const, appId: 'Iv23liABC', installationId: '678', privateKey: makePem('rsa') }

test('a token and an App are taken, and each has one secret', () => {
  for (const credential of [{ secret: 'token' }, app]) expect(() => checkCredential(credential)).not.toThrow()
  expect([secretOf({ secret: 'token' }), secretOf(app)]).toEqual(['token', app.privateKey])
})

test.each([
  ['an empty token', { secret: '' }],
  ['a token of two lines', { secret: 'a\nb' }],
  ['an App without a number of its installation', { ...app, installationId: 'acme' }],
  ['an App id that is a path', { ...app, appId: '../1' }],
  ['a key that is none', { ...app, privateKey: 'token' }],
  ['a key of another kind', { ...app, privateKey: makePem('ed25519') }],
])('%s is refused with advice', (_, credential) => {
  expect(() => checkCredential(credential)).toThrow(/Give|named by/)
})
