import { expect, test } from 'vitest'
import { joinClaims, readIdentity } from './read-identity.ts'

const settings = { groupsClaim: 'groups', trustEmail: false }
const who = { iss: 'https://id.example.com', sub: 'ada' }

test('what a provider tells is read, from the claim that the operator named', () => {
  const reported = { ...who, email: 'ada@example.com', email_verified: true, name: 'Ada', roles: ['docs', 'all'] }
  expect(readIdentity(reported, { ...settings, groupsClaim: 'roles' })).toEqual({
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
  expect(readIdentity(who, settings)).toMatchObject(nothing)
  expect(
    readIdentity({ ...who, email: 7, email_verified: 'no', name: null, groups: { a: 1 } }, settings),
  ).toMatchObject(nothing)
  expect(readIdentity({ ...who, email_verified: 'true', groups: 'docs' }, settings)).toMatchObject({
    emailVerified: true,
    groups: ['docs'],
  })
})

test.each([undefined, false, 'false', 1, 'yes', null, {}])(
  'an address with email_verified %j is not verified',
  (word) => {
    const reported = { ...who, email: 'ada@example.com', email_verified: word }
    expect(readIdentity(reported, settings).emailVerified).toBe(false)
    expect(readIdentity(reported, { ...settings, trustEmail: true }).emailVerified).toBe(true)
  },
)

test('what the ID token says of one address is not said of another', () => {
  const token = { ...who, email: 'a@example.com', email_verified: true }
  expect(joinClaims(token, { email: 'b@example.com', iss: 'x', sub: 'y' })).toEqual({
    ...who,
    email: 'b@example.com',
    email_verified: undefined,
  })
  for (const more of [{}, { name: 'Ada' }, { email: 'a@example.com' }])
    expect(joinClaims(token, more)).toMatchObject({ email: 'a@example.com', email_verified: true })
})
