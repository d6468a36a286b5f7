import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { turnOnCodes } from '../../../../testing/core/people/app-codes.ts'
import { plantPerson } from '../../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/db/create-test-database.ts'
import { operator } from '../../audit/record-audit.ts'
import { changePassword } from '../change-password.ts'
import { resetPerson } from '../change-person.ts'
import { turnOffTotp } from '../codes/enroll-totp.ts'
import { endAllSessions } from '../sessions/end-session.ts'
import { findSession } from '../sessions/find-session.ts'
import { startSession } from '../sessions/start-session.ts'
import { signInWithCode } from '../sign-in/sign-in-with-code.ts'
import { signInWithPassword } from '../sign-in/sign-in-with-password.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => sql`delete from quota`.execute(database.db))

const keys = { current: randomBytes(32), previous: [] }
const password = 'correct horse battery'
const office = '198.51.100.1'

const signIn = (email: string, given: string, devices: string[] = [], address = office) =>
  signInWithPassword(database.db, { email, password: given, returnTo: '/' }, { address, agent: null, devices })

/** A person and the tokens of a browser in which they have signed in. */
async function plantKnown() {
  const person = await plantPerson(database.db, { password })
  const result = await signIn(person.email, password)
  if (result.outcome !== 'signed in') throw new Error(result.outcome)
  return { ...person, ...result.session }
}

/** Others use up all that an account and its owner's network have. */
async function lockOut(email: string): Promise<void> {
  await signIn(email, 'wrong')
  await sql`update quota set used = 200`.execute(database.db)
  await expect(signIn(email, password)).rejects.toMatchObject({ code: 'quota_exceeded' })
}

const useUpToLast = () => sql`update quota set used = 19`.execute(database.db)

const countDevices = async (personId: string) =>
  (await database.db.selectFrom('device').select('hash').where('person_id', '=', personId).execute()).length

test('what others try shuts nobody out of a browser in which they have signed in before', async () => {
  const { email, devices } = await plantKnown()
  await lockOut(email)
  expect(await signIn(email, 'wrong', devices)).toEqual({ outcome: 'refused' })
  expect(await signIn(email, password, devices)).toMatchObject({ outcome: 'signed in' })
})

test('nor out of the second step', async () => {
  const { id, email, devices } = await plantKnown()
  const { codes } = await turnOnCodes(database.db, { personId: id, password }, keys)
  await lockOut(email)
  const result = await signIn(email, password, devices)
  if (result.outcome !== 'code owed') throw new Error(result.outcome)
  const give = (code: string, held: string[]) =>
    signInWithCode(database.db, { token: result.token, code }, { address: office, agent: null, devices: held }, keys)
  await expect(give(codes.next(), [])).rejects.toMatchObject({ code: 'quota_exceeded' })
  expect(await give('12345', devices)).toEqual({ outcome: 'refused' })
  expect(await give(codes.next(), devices)).toMatchObject({ outcome: 'signed in' })
})

test('nor from changing a password or turning codes off while signed in', async () => {
  const { id, email, secret } = await plantKnown()
  const session = await findSession(database.pool, secret)
  await lockOut(email)
  await turnOffTotp(database.db, { personId: id, password }, operator)
  const change = { personId: id, current: password, next: 'another good password', sessionId: session?.id ?? '' }
  await changePassword(database.db, change, operator)
})

test('a browser has twenty attempts of its own, and so has somebody who is signed in', async () => {
  const { id, email, devices } = await plantKnown()
  await signIn(email, 'wrong', devices)
  await useUpToLast()
  expect(await signIn(email, 'wrong', devices)).toEqual({ outcome: 'refused' })
  await expect(signIn(email, password, devices)).rejects.toMatchObject({ code: 'quota_exceeded' })
  expect(await signIn(email, password)).toMatchObject({ outcome: 'signed in' })
  const turnOff = (given: string) => turnOffTotp(database.db, { personId: id, password: given }, operator)
  await expect(turnOff('x')).rejects.toThrow(/not right/)
  await useUpToLast()
  await expect(turnOff('x')).rejects.toThrow(/not right/)
  await expect(turnOff(password)).rejects.toThrow(/attempts/)
})

test('a sign-in from a known browser does not give those back who guess elsewhere', async () => {
  const { email, devices } = await plantKnown()
  await lockOut(email)
  await signIn(email, password, devices)
  await expect(signIn(email, 'wrong', [], '203.0.113.10')).rejects.toMatchObject({ code: 'quota_exceeded' })
})

test('a token of another person, an old or an invented one opens no further attempts', async () => {
  const [victim, attacker] = [await plantKnown(), await plantKnown()]
  await lockOut(victim.email)
  for (const tokens of [attacker.devices, [''], [randomBytes(32).toString('base64url')]])
    await expect(signIn(victim.email, password, tokens)).rejects.toMatchObject({ code: 'quota_exceeded' })
  await sql`update device set expires_at = now() where person_id = ${victim.id}`.execute(database.db)
  await expect(signIn(victim.email, password, victim.devices)).rejects.toMatchObject({ code: 'quota_exceeded' })
})

test('a new password, a reset and signing out everywhere forget every browser', async () => {
  const { db } = database
  const forget: ((id: string, email: string, devices: string[]) => Promise<unknown>)[] = [
    (id) => endAllSessions(db, id),
    (_, email) => resetPerson(db, email, { withoutSecondFactor: false }, operator),
    (id, _, devices) =>
      changePassword(
        db,
        { personId: id, current: password, next: 'another good password', sessionId: '', devices },
        operator,
      ),
  ]
  for (const [index, act] of forget.entries()) {
    await sql`delete from quota`.execute(db)
    const { id, email, devices } = await plantKnown()
    await act(id, email, devices)
    // The browser in which the password was changed is known by a new token.
    expect(await countDevices(id)).toBe(index === 2 ? 1 : 0)
    await lockOut(email)
    await expect(signIn(email, password, devices)).rejects.toMatchObject({ code: 'quota_exceeded' })
  }
})

test('each sign-in replaces the token, and leaves those of others who share the browser', async () => {
  const { db } = database
  const [ada, grace] = [await plantKnown(), await plantPerson(db, { password })]
  const { devices: shared } = await startSession(db, {
    personId: grace.id,
    address: null,
    agent: null,
    devices: ada.devices,
  })
  expect(shared).toEqual([expect.any(String), ...ada.devices])
  const { devices: again } = await startSession(db, { personId: ada.id, address: null, agent: null, devices: shared })
  expect(again).toEqual([expect.any(String), shared[0]])
  expect(again).not.toContain(ada.devices[0])
  expect(await countDevices(ada.id)).toBe(1)
  await lockOut(ada.email)
  await expect(signIn(ada.email, password, ada.devices)).rejects.toMatchObject({ code: 'quota_exceeded' })
  for (const { email } of [ada, grace])
    expect(await signIn(email, password, again)).toMatchObject({ outcome: 'signed in' })
})

test('a browser keeps five tokens and a person twenty browsers', async () => {
  const { db } = database
  const { id } = await plantPerson(db)
  let devices: string[] = []
  for (let i = 0; i < 7; i++) {
    const { id: personId } = await plantPerson(db)
    ;({ devices } = await startSession(db, { personId, address: null, agent: null, devices }))
  }
  expect(devices).toHaveLength(5)
  for (let i = 0; i < 22; i++) await startSession(db, { personId: id, address: null, agent: null })
  expect(await countDevices(id)).toBe(20)
})
