import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCodes } from '../../../../testing/core/people/app-codes.ts'
import { plantPerson } from '../../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/db/create-test-database.ts'
import { operator } from '../../audit/record-audit.ts'
import { confirmTotp, offerTotp, readOfferedTotp, turnOffTotp } from '../codes/enroll-totp.ts'
import { findSession } from '../sessions/find-session.ts'
import { signInWithCode } from './sign-in-with-code.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const keys = { current: randomBytes(32), previous: [] }
const password = 'correct horse battery'
const anywhere = () => ({ address: `203.0.113.${randomBytes(1)[0]}`, agent: null })
const signIn = (email: string, given = password, arrival = anywhere()) =>
  signInWithPassword(database.db, { email, password: given, returnTo: '/dashboard' }, arrival)

async function plantPersonWithCodes() {
  const person = await plantPerson(database.db, { password })
  const { secret } = await offerTotp(database.db, person.id, keys)
  const codes = appCodes(secret)
  await confirmTotp(database.db, { personId: person.id, code: codes.now() }, operator, keys)
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
  const { id, email } = await plantPerson(database.db, { password })
  await offerTotp(database.db, id, keys)
  await expect(confirmTotp(database.db, { personId: id, code: '12345' }, operator, keys)).rejects.toThrow(/not right/)
  expect(await signIn(email)).toMatchObject({ outcome: 'signed in' })
})

test('the secret of codes is stored sealed, and not replaced while they are on', async () => {
  const { db } = database
  const { id, email } = await plantPersonWithCodes()
  await expect(offerTotp(db, id, keys)).rejects.toThrow(/on already/)
  await expect(turnOffTotp(db, { personId: id, password: 'wrong' }, operator)).rejects.toThrow(/Nothing was changed/)
  await turnOffTotp(db, { personId: id, password }, operator)
  expect(await readOfferedTotp(db, id, keys)).toBeUndefined()
  expect(await signIn(email)).toMatchObject({ outcome: 'signed in' })
  const { secret } = await offerTotp(db, id, keys)
  expect(await readOfferedTotp(db, id, keys)).toEqual({ secret })
  const { totp_secret } = await db
    .selectFrom('person')
    .select('totp_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(totp_secret?.includes(secret)).toBe(false)
})

test('without the operator’s key there are no codes, and it says why', async () => {
  const { id } = await plantPerson(database.db, { password })
  await expect(offerTotp(database.db, id, undefined)).rejects.toThrow(/BINDERY_CREDENTIAL_KEY/)
})
