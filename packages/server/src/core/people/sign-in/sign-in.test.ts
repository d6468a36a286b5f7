import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appCodes, turnOnCodes } from '../../../../testing/core/people/app-codes.ts'
import { plantPerson } from '../../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/db/create-test-database.ts'
import { waitForLocks } from '../../../../testing/db/wait-for-locks.ts'
import { operator } from '../../audit/record-audit.ts'
import { changePassword } from '../change-password.ts'
import { resetPerson } from '../change-person.ts'
import { confirmTotp, offerTotp, readTotpOffer, turnOffTotp } from '../codes/enroll-totp.ts'
import { useRecoveryCode } from '../codes/recovery-codes.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { endAllSessions } from '../sessions/end-session.ts'
import { findSession } from '../sessions/find-session.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { signInWithCode } from './sign-in-with-code.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const keys = { current: randomBytes(32), previous: [] }
const password = 'correct horse battery'
const next = 'another good password'
const anywhere = () => ({ address: `203.0.113.${randomBytes(1)[0]}`, agent: null })
const signIn = (email: string, given = password, arrival = anywhere()) =>
  signInWithPassword(database.db, { email, password: given, returnTo: '/dashboard' }, arrival)

const readTotpColumns = (id: string) =>
  database.db.selectFrom('person').select(['totp_secret', 'totp_step']).where('id', '=', id).executeTakeFirstOrThrow()

async function plantPersonWithCodes() {
  const person = await plantPerson(database.db, { password })
  const { codes } = await turnOnCodes(database.db, { personId: person.id, password }, keys)
  return { ...person, codes }
}

test('the right password signs in, however the address is written', async () => {
  const { id, email } = await plantPerson(database.db, { password })
  const result = await signIn(` ${email.toUpperCase()}`)
  if (result.outcome !== 'signed in') throw new Error(result.outcome)
  expect(result.returnTo).toBe('/dashboard')
  expect((await findSession(database.pool, result.session.secret))?.person).toMatchObject({ id, hasPassword: true })
})

test('an unknown address, a wrong password and a person without one get the same answer', async () => {
  const known = await plantPerson(database.db, { password })
  const without = await plantPerson(database.db)
  for (const [email, given] of [
    ['nobody@example.com', password],
    [known.email, 'wrong'],
    [without.email, ''],
  ] as const) {
    expect(await signIn(email, given)).toEqual({ outcome: 'refused' })
  }
})

test('twenty wrong attempts close an account for the hour, known or not, and from every address', async () => {
  const { email } = await plantPerson(database.db, { password })
  for (const account of [email, 'nobody-else@example.com']) {
    await sql`delete from quota`.execute(database.db)
    const attempts = await Promise.allSettled(Array.from({ length: 24 }, () => signIn(account, 'wrong')))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await expect(signIn(account)).rejects.toMatchObject({
      code: 'quota_exceeded',
      retryAfterSeconds: expect.any(Number),
    })
  }
})

test('one network may not try many accounts', async () => {
  await sql`delete from quota`.execute(database.db)
  const arrival = { address: '2001:db8::1', agent: null }
  await signIn('a@example.com', 'wrong', arrival)
  await sql`update quota set used = 200`.execute(database.db)
  await expect(signIn('b@example.com', 'wrong', { ...arrival, address: '2001:db8::2' })).rejects.toThrow(/attempts/)
  expect(await signIn('b@example.com', 'wrong', { ...arrival, address: '2001:db8:0:1::2' })).toBeDefined()
})

test('an office that signs in from one address is not shut out', async () => {
  const { email } = await plantPerson(database.db, { password })
  await sql`delete from quota`.execute(database.db)
  const arrival = { address: '198.51.100.1', agent: null }
  await signIn(email, password, arrival)
  await sql`update quota set used = 199`.execute(database.db)
  for (let i = 0; i < 3; i++) expect(await signIn(email, password, arrival)).toMatchObject({ outcome: 'signed in' })
  await signIn(email, 'wrong', arrival)
  await expect(signIn(email, password, arrival)).rejects.toThrow(/attempts/)
})

test('a zero byte is part of no address', async () => {
  expect(await signIn('nobody\0@example.com')).toEqual({ outcome: 'refused' })
})

test('somebody who came in may mistype again', async () => {
  const { email } = await plantPerson(database.db, { password })
  await sql`delete from quota`.execute(database.db)
  for (let i = 0; i < 19; i++) await signIn(email, 'wrong')
  expect(await signIn(email)).toMatchObject({ outcome: 'signed in' })
  expect(await signIn(email, 'wrong')).toEqual({ outcome: 'refused' })
})

test('with codes on, the password alone does not sign in, and a code does so once', async () => {
  const { db } = database
  const { email, codes } = await plantPersonWithCodes()
  const first = await signIn(email)
  const second = await signIn(email)
  if (first.outcome !== 'code owed' || second.outcome !== 'code owed') throw new Error(first.outcome)
  const give = (token: string, code: string) => signInWithCode(db, { token, code }, anywhere(), keys)
  const wrong = codes.next() === '000000' ? '000001' : '000000'
  expect(await give(first.token, wrong)).toEqual({ outcome: 'refused' })
  const code = codes.next()
  const both = await Promise.all([give(first.token, code), give(second.token, code)])
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(['refused', 'signed in'])
  expect(await give('unknown', codes.next())).toEqual({ outcome: 'expired' })
})

test('a sign-in that was not finished within ten minutes begins anew', async () => {
  const { email, codes } = await plantPersonWithCodes()
  const result = await signIn(email)
  if (result.outcome !== 'code owed') throw new Error(result.outcome)
  await sql`update sign_in set expires_at = expires_at - interval '10 minutes'`.execute(database.db)
  const { outcome } = await signInWithCode(database.db, { token: result.token, code: codes.next() }, anywhere(), keys)
  expect(outcome).toBe('expired')
})

test('codes ask for nothing before the first one was right', async () => {
  const { db } = database
  const { id, email } = await plantPerson(db, { password })
  const enrollment = { personId: id, sessionId: 's' }
  const { offer } = await offerTotp(db, { ...enrollment, password }, operator, keys)
  const wrong = confirmTotp(db, { ...enrollment, offer, code: '12345' }, operator, keys)
  await expect(wrong).rejects.toThrow(/not right/)
  expect(await readTotpColumns(id)).toEqual({ totp_secret: null, totp_step: null })
  expect(await signIn(email)).toMatchObject({ outcome: 'signed in' })
})

test('turning codes on requires the password, in the same session and within ten minutes', async () => {
  const { db } = database
  const { id } = await plantPerson(db, { password })
  const enrollment = { personId: id, sessionId: 's' }
  const refused = offerTotp(db, { ...enrollment, password: 'wrong' }, operator, keys)
  await expect(refused).rejects.toThrow(/Nothing was changed/)
  const { secret, offer } = await offerTotp(db, { ...enrollment, password }, operator, keys)
  const code = appCodes(secret).now()
  const confirm = (given: object) => confirmTotp(db, { ...enrollment, offer, code, ...given }, operator, keys)
  await expect(confirm({ sessionId: 'other' })).rejects.toThrow(/no longer valid/)
  await expect(confirm({ offer: '' })).rejects.toThrow(/no longer valid/)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
  try {
    expect(readTotpOffer(offer, enrollment, keys)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
  expect((await confirm({})).recoveryCodes).toHaveLength(10)
})

test('while codes are on no other app is enrolled, and the recovery codes stay', async () => {
  const { db } = database
  const { id } = await plantPerson(db, { password })
  const enrollment = { personId: id, sessionId: 's' }
  const [first, second] = [
    await offerTotp(db, { ...enrollment, password }, operator, keys),
    await offerTotp(db, { ...enrollment, password }, operator, keys),
  ]
  const confirm = ({ secret, offer }: typeof first) =>
    confirmTotp(db, { ...enrollment, offer, code: appCodes(secret).now() }, operator, keys)
  const { recoveryCodes } = await confirm(first)
  await expect(confirm(second)).rejects.toThrow(/on already/)
  await expect(offerTotp(db, { ...enrollment, password }, operator, keys)).rejects.toThrow(/on already/)
  expect(await useRecoveryCode(db, { personId: id, code: recoveryCodes[0] ?? '' })).toBe(true)
})

test('wrong codes of an app that is being enrolled are counted', async () => {
  const { db } = database
  const { id } = await plantPerson(db, { password })
  const enrollment = { personId: id, sessionId: 's' }
  const { offer } = await offerTotp(db, { ...enrollment, password }, operator, keys)
  const guess = () =>
    confirmTotp(db, { ...enrollment, offer, code: '12345' }, operator, keys).catch(
      (error: { code?: string }) => error.code,
    )
  const codes = await Promise.all(Array.from({ length: 24 }, guess))
  expect(codes.filter((code) => code === 'quota_exceeded')).toHaveLength(4)
})

test('the secret of codes is stored sealed, and forgotten when they are turned off', async () => {
  const { db } = database
  const { id, email } = await plantPerson(db, { password })
  const enrollment = { personId: id, sessionId: 's' }
  const { secret, offer } = await offerTotp(db, { ...enrollment, password }, operator, keys)
  expect(Buffer.from(offer, 'base64url').includes(secret)).toBe(false)
  await confirmTotp(db, { ...enrollment, offer, code: appCodes(secret).now() }, operator, keys)
  const { totp_secret } = await readTotpColumns(id)
  expect(totp_secret?.includes(secret)).toBe(false)
  await expect(turnOffTotp(db, { personId: id, password: 'wrong' }, operator)).rejects.toThrow(/Nothing was changed/)
  await turnOffTotp(db, { personId: id, password }, operator)
  expect(await readTotpColumns(id)).toEqual({ totp_secret: null, totp_step: null })
  expect(await signIn(email)).toMatchObject({ outcome: 'signed in' })
})

test.each([
  [
    'a new password',
    (id: string) => changePassword(database.db, { personId: id, current: password, next, sessionId: '' }, operator),
  ],
  ['a reset', (_: string, email: string) => resetPerson(database.db, email, { withoutSecondFactor: false }, operator)],
  ['signing out everywhere', (id: string) => endAllSessions(database.db, id)],
])('%s ends a sign-in that still owes its code', async (_, end) => {
  const { id, email, codes } = await plantPersonWithCodes()
  const result = await signIn(email)
  if (result.outcome !== 'code owed') throw new Error(result.outcome)
  await end(id, email)
  const { outcome } = await signInWithCode(database.db, { token: result.token, code: codes.next() }, anywhere(), keys)
  expect(outcome).toBe('expired')
})

test('a password that is replaced while it is verified signs nobody in', async () => {
  const { db, pool } = database
  for (const person of [await plantPerson(db, { password }), await plantPersonWithCodes()]) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const changing = db.transaction().execute(async (trx) => {
      await trx
        .updateTable('person')
        .set({ password: await hashPassword(next) })
        .where('id', '=', person.id)
        .execute()
      lock()
      await released
      await endAllSessions(trx, person.id)
    })
    await locked
    const outcome = signIn(person.email).catch((error: Error) => error.message)
    await waitForLocks(pool, 1)
    release()
    await changing
    expect(await outcome).toBe('The password was changed just now. Sign in with the new one.')
    expect(await listSessions(db, person.id)).toEqual([])
  }
})

test('without the operator’s key there are no codes, and it says why', async () => {
  const { id } = await plantPerson(database.db, { password })
  const offered = offerTotp(database.db, { personId: id, sessionId: 's', password }, operator, undefined)
  await expect(offered).rejects.toThrow(/BINDERY_CREDENTIAL_KEY/)
})
