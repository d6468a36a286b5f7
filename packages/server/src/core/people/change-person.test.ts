import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { operator } from '../audit/record-audit.ts'
import { changePassword, resetPassword } from './change-password.ts'
import { removePerson, renamePerson, resetPerson, setOperator } from './change-person.ts'
import { createPerson } from './create-person.ts'
import { listPeople } from './list-people.ts'
import { findSession } from './sessions/find-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { startSession } from './sessions/start-session.ts'
import { signInWithPassword } from './sign-in/sign-in-with-password.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const password = 'correct horse battery'
const from = { address: null, requestId: null }
const signIn = async (email: string, given: string) => {
  const asked = { email, password: given, returnTo: '/' }
  return (await signInWithPassword(database.db, asked, { address: null, agent: null })).outcome
}

test('whom the operator makes chooses a password by the link, once', async () => {
  const { db } = database
  const organizationId = await plantOrganization(db)
  const request = { email: 'Ada@example.com', name: 'Ada', isOperator: true }
  const { id, token } = await createPerson(db, { ...request, membership: { organizationId, role: 'writer' } }, operator)
  await expect(createPerson(db, request, operator)).rejects.toThrow(/already/)
  await expect(resetPassword(db, { token, password: 'short' }, from)).rejects.toThrow(/12/)
  const uses = await Promise.allSettled([1, 2].map(() => resetPassword(db, { token, password }, from)))
  expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await signIn('ada@example.com', password)).toBe('signed in')
  expect((await listPeople(db)).find((person) => person.id === id)).toMatchObject({
    isOperator: true,
    hasPassword: true,
    memberships: [`${organizationId}:writer`],
  })
})

test('a reset ends the sessions and the old password at once', async () => {
  const { db } = database
  const { id, email } = await plantPerson(db, { password })
  const { secret } = await startSession(db, { personId: id, address: null, agent: null })
  const earlier = await resetPerson(db, email, { withoutSecondFactor: true }, operator)
  expect(await findSession(database.pool, secret)).toBeUndefined()
  expect(await signIn(email, password)).toBe('refused')
  const { token } = await resetPerson(db, email, { withoutSecondFactor: false }, operator)
  await expect(resetPassword(db, { token: earlier.token, password }, from)).rejects.toThrow(/another one/)
  await resetPassword(db, { token, password: 'another good password' }, from)
  expect(await signIn(email, 'another good password')).toBe('signed in')
})

test('a new password needs the current one and ends all other sessions', async () => {
  const { db } = database
  const { id, email } = await plantPerson(db, { password })
  const arrival = { personId: id, address: null, agent: null }
  const [here] = [await startSession(db, arrival), await startSession(db, arrival)]
  const { id: sessionId } = (await findSession(database.pool, here.secret))!
  const actor = { name: `person:${id}`, ...from } as const
  const change = (current: string, next: string) =>
    changePassword(db, { personId: id, current, next, sessionId }, actor)
  await expect(change('wrong', 'another good password')).rejects.toThrow(/Nothing was changed/)
  await expect(change(password, 'short')).rejects.toThrow(/12/)
  expect(await listSessions(db, id)).toHaveLength(2)
  await change(password, 'another good password')
  expect(await listSessions(db, id)).toMatchObject([{ id: sessionId }])
  expect(await signIn(email, password)).toBe('refused')
})

test('only a person whose address was proven becomes operator', async () => {
  const { db } = database
  const { email } = await plantPerson(db, { password })
  await expect(setOperator(db, email, true, operator)).rejects.toThrow(/Nobody has proven yet/)
  const { token } = await resetPerson(db, email, { withoutSecondFactor: false }, operator)
  await expect(setOperator(db, email, true, operator)).rejects.toThrow(/Nobody has proven yet/)
  await resetPassword(db, { token, password }, from)
  await setOperator(db, email, true, operator)
  expect((await listPeople(db)).find((person) => person.email === email)).toMatchObject({
    isOperator: true,
    hasProvenEmail: true,
  })
})

test('a person is renamed, made operator and removed', async () => {
  const { db } = database
  const { id, email } = await plantPerson(db, { hasProvenEmail: true })
  await renamePerson(db, id, ' Grace ')
  await setOperator(db, email, true, operator)
  expect((await listPeople(db)).find((person) => person.id === id)).toMatchObject({ name: 'Grace', isOperator: true })
  await removePerson(db, email, operator)
  await expect(setOperator(db, email, false, operator)).rejects.toThrow(/nobody with the address/)
})
