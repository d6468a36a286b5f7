import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/db/create-test-database.ts'
import { hashToken } from '../token.ts'
import { endAllSessions, endSession, endSessionOf } from './end-session.ts'
import { findSession } from './find-session.ts'
import { listSessions } from './list-sessions.ts'
import { startSession } from './start-session.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const from = { address: '203.0.113.7', agent: 'Test' }

async function age(secret: string, interval: string) {
  const times = sql`created_at = created_at - ${interval}::interval, seen_at = seen_at - ${interval}::interval,
    expires_at = expires_at - ${interval}::interval`
  await sql`update session set ${times} where hash = ${hashToken(secret)}`.execute(database.db)
}

test('a session tells who is signed in and where they belong; the table holds no secret', async () => {
  const { db } = database
  const [acme, bolt] = [await plantOrganization(db, 'Acme'), await plantOrganization(db, 'Bolt')]
  const { id, email } = await plantPerson(db, { memberships: { [bolt]: 'viewer', [acme]: 'admin' } })
  const { secret, expiresAt } = await startSession(db, { personId: id, ...from })
  expect(await findSession(database.pool, secret)).toMatchObject({
    person: { id, email, isOperator: false, hasPassword: false, hasSecondFactor: false },
    memberships: [
      { organizationId: acme, name: 'Acme', plan: 'enterprise', suspended: false, limits: {}, role: 'admin' },
      { organizationId: bolt, role: 'viewer' },
    ],
  })
  expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  const { rows } = await sql`select session::text as row from session`.execute(db)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(await findSession(database.pool, `${secret}x`)).toBeUndefined()
})

test('a role that was taken away is gone at the next request', async () => {
  const { db } = database
  const organization = await plantOrganization(db)
  const { id } = await plantPerson(db, { memberships: { [organization]: 'writer' } })
  const { secret } = await startSession(db, { personId: id, ...from })
  await db.deleteFrom('membership').where('person_id', '=', id).execute()
  expect((await findSession(database.pool, secret))?.memberships).toEqual([])
})

test('twelve hours without a request end a session, and each request gives twelve more', async () => {
  const { db } = database
  const { id } = await plantPerson(db)
  const { secret } = await startSession(db, { personId: id, ...from })
  await age(secret, '11 hours')
  expect(await findSession(database.pool, secret)).toBeDefined()
  await age(secret, '11 hours')
  expect(await findSession(database.pool, secret)).toBeDefined()
  await age(secret, '13 hours')
  expect(await findSession(database.pool, secret)).toBeUndefined()
})

test('a session in use ends after seven days', async () => {
  const { db } = database
  const { id } = await plantPerson(db)
  const { secret } = await startSession(db, { personId: id, ...from })
  for (let day = 0; day < 16; day++) {
    expect(await findSession(database.pool, secret)).toBeDefined()
    await age(secret, '10 hours 30 minutes')
  }
  expect(await findSession(database.pool, secret)).toBeUndefined()
})

test('requests within a minute write nothing', async () => {
  const { db } = database
  const { id } = await plantPerson(db)
  const { secret } = await startSession(db, { personId: id, ...from })
  const version = async () =>
    (await sql<{ xmin: string }>`select xmin::text from session where hash = ${hashToken(secret)}`.execute(db)).rows[0]
  const before = await version()
  await findSession(database.pool, secret)
  expect(await version()).toEqual(before)
  await age(secret, '2 minutes')
  const aged = await version()
  await findSession(database.pool, secret)
  expect(await version()).not.toEqual(aged)
})

test('a sign-in ends the session that the browser had, whoever it belonged to', async () => {
  const { db } = database
  const { id } = await plantPerson(db)
  const planted = await startSession(db, { personId: id, ...from })
  const { secret } = await startSession(db, { personId: id, ...from, earlier: planted.secret })
  expect(secret).not.toBe(planted.secret)
  expect(await findSession(database.pool, planted.secret)).toBeUndefined()
})

test('a session ends alone, by its name, with the others, or with all', async () => {
  const { db } = database
  const { id } = await plantPerson(db)
  const stranger = await plantPerson(db)
  const secrets = await Promise.all([1, 2, 3, 4].map(() => startSession(db, { personId: id, ...from })))
  const [first, second, third] = secrets.map(({ secret }) => secret) as [string, string, string]
  await endSession(db, first)
  const { id: secondId } = (await findSession(database.pool, second))!
  await endSessionOf(db, stranger.id, secondId)
  expect(await listSessions(db, id)).toHaveLength(3)
  await endSessionOf(db, id, secondId)
  const { id: thirdId } = (await findSession(database.pool, third))!
  await endAllSessions(db, id, thirdId)
  expect(await listSessions(db, id)).toMatchObject([{ id: thirdId, address: '203.0.113.7', agent: 'Test' }])
  await endAllSessions(db, id)
  expect(await findSession(database.pool, third)).toBeUndefined()
})

test('what has expired is swept at the next sign-in', async () => {
  const { db } = database
  const { id } = await plantPerson(db)
  const { secret } = await startSession(db, { personId: id, ...from })
  await age(secret, '8 days')
  await startSession(db, { personId: id, ...from })
  const { rows } = await sql`select from session where hash = ${hashToken(secret)}`.execute(db)
  expect(rows).toHaveLength(0)
})
