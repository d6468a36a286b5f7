import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { turnOnCodes } from '../../../../testing/core/people/app-codes.ts'
import { plantPerson } from '../../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/db/create-test-database.ts'
import { operator } from '../../audit/record-audit.ts'
import { changePassword, resetPassword } from '../change-password.ts'
import { resetPerson } from '../change-person.ts'
import { rememberSignIn, takeOidcExpected } from './pending-sign-in.ts'
import { signInWithCode } from './sign-in-with-code.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await awaitRestOfHour(60)
})
afterAll(() => database.close())

/** These limits count by the hour of the clock: who begins before its end and goes on after it has twenty more. */
async function awaitRestOfHour(seconds: number): Promise<void> {
  const left = 3600 - ((Date.now() / 1000) % 3600)
  if (left < seconds) await wait(left * 1000)
}

const keys = { current: randomBytes(32), previous: [] }
const password = 'correct horse battery'
const next = 'another good password'
const arrival = { address: '203.0.113.7', agent: null }
const from = { address: null, requestId: null }

test('twenty wrong codes close the second step, and then the right one does not open it', async () => {
  const { db } = database
  const { id, email } = await plantPerson(db, { password })
  const { codes } = await turnOnCodes(db, { personId: id, password }, keys)
  const result = await signInWithPassword(db, { email, password, returnTo: '/' }, arrival)
  if (result.outcome !== 'code owed') throw new Error(result.outcome)
  const give = (code: string) => signInWithCode(db, { token: result.token, code }, arrival, keys)
  const guesses = await Promise.allSettled(Array.from({ length: 24 }, () => give('no code')))
  expect(guesses.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(20)
  await expect(give(codes.next())).rejects.toMatchObject({ code: 'quota_exceeded' })
})

test('twenty wrong passwords close the account page, and then the right one changes nothing', async () => {
  const { db } = database
  const { id } = await plantPerson(db, { password })
  const actor = { name: `person:${id}`, ...from } as const
  const change = (current: string) => changePassword(db, { personId: id, current, next, sessionId: '' }, actor)
  const guess = () => change('wrong').catch((error: { code?: string }) => error.code)
  const codes = await Promise.all(Array.from({ length: 24 }, guess))
  expect(codes.filter((code) => code === 'quota_exceeded')).toHaveLength(4)
  await expect(change(password)).rejects.toMatchObject({ code: 'quota_exceeded' })
})

test('a link to a new password ends after a day', async () => {
  const { db } = database
  const { email } = await plantPerson(db, { password })
  const { token } = await resetPerson(db, email, { withoutSecondFactor: false }, operator)
  const age = (to: string) => sql`update invitation set expires_at = now() + ${to}::interval`.execute(db)
  await age('0 seconds')
  await expect(resetPassword(db, { token, password: next }, from)).rejects.toThrow(/its day is over/)
  await age('1 minute')
  expect(await resetPassword(db, { token, password: next }, from)).toEqual({ email })
})

test('an answer of the identity provider is expected for ten minutes, and once', async () => {
  const { db } = database
  const oidc = { state: 's', nonce: 'n', codeVerifier: 'v' }
  const remember = () => rememberSignIn(db, { oidc, returnTo: '/' })
  const late = await remember()
  await sql`update sign_in set expires_at = expires_at - interval '10 minutes'`.execute(db)
  // Before the next one is remembered: that sweeps what has ended.
  expect(await takeOidcExpected(db, late)).toBeUndefined()
  const inTime = await remember()
  expect(await takeOidcExpected(db, inTime)).toEqual({ oidc, returnTo: '/' })
  expect(await takeOidcExpected(db, inTime)).toBeUndefined()
})

test('each exhaustion of attempts leaves one row in the audit log', async () => {
  const { db } = database
  const { id, email } = await plantPerson(db, { password })
  const listBlocks = async () => {
    const { rows } = await sql<{ target: string; address: string | null }>`
      select target, address from audit where action = 'sign-in.block' and organization_id is null order by id`.execute(
      db,
    )
    return rows
  }
  const guess = (given: string, count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, () =>
        signInWithPassword(db, { email: given, password: 'wrong', returnTo: '/' }, arrival),
      ),
    )
  const before = await listBlocks()
  await guess(email, 20)
  expect(await listBlocks()).toEqual(before)
  await guess(email, 10)
  await guess('nobody@example.com', 24)
  await sql`update quota set used = 200 where used > 24`.execute(db)
  await guess('one@example.com', 3)
  expect((await listBlocks()).slice(before.length)).toEqual([
    { target: id, address: arrival.address },
    { target: 'an unknown account', address: arrival.address },
    { target: `network ${arrival.address}`, address: arrival.address },
  ])
})
