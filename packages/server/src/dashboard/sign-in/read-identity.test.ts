import { expect, test } from 'vitest'
import { readIdentity } from './read-identity.ts'

const who = { iss: 'https://id.example.com', sub: 'ada' }

test('what a provider tells is read, from the claim that the operator named', () => {
  const told = { ...who, email: 'ada@example.com', email_verified: true, name: 'Ada', roles: ['docs', 'all'] }
  expect(readIdentity(told, 'roles')).toEqual({
    issuer: who.iss,
    subject: 'ada',
    email: 'ada@example.com',
    emailVerified: true,
    name: 'Ada',
    groups: ['docs', 'all'],
  })
})

test('what is missing, or not as it should be, was not told', () => {
  const nothing = { email: undefined, emailVerified: false, name: undefined, groups: [] }
  expect(readIdentity(who, 'groups')).toMatchObject(nothing)
  expect(
    readIdentity({ ...who, email: 7, email_verified: 'no', name: null, groups: { a: 1 } }, 'groups'),
  ).toMatchObject(nothing)
  expect(readIdentity({ ...who, email_verified: 'true', groups: 'docs' }, 'groups')).toMatchObject({
    emailVerified: true,
    groups: ['docs'],
  })
})
