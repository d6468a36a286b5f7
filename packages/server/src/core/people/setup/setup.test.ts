import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plantOrganization } from '../../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/db/create-test-database.ts'
import { waitForLocks } from '../../../../testing/db/wait-for-locks.ts'
import { listPeople } from '../list-people.ts'
import { findSession } from '../sessions/find-session.ts'
import { startSession } from '../sessions/start-session.ts'
import { claimSetup } from './claim-setup.ts'
import { offerSetupCode } from './offer-setup-code.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const from = { address: '203.0.113.7', requestId: null }
const details = {
  email: 'Ada@example.com',
  name: 'Ada',
  password: 'correct horse battery',
  organizationName: 'Acme',
  domainMode: 'trusted' as const,
}
const claim = (code: string, more = {}) => claimSetup(database.db, { code, ...details, ...more }, from)
const offer = async () => {
  const code = await offerSetupCode(database.db)
  if (code === null) throw new Error('no code was offered')
  return code
}

test('the first person is operator, and admin of the first organization', async () => {
  const { db } = database
  const code = await offer()
  expect(code).toMatch(/^[A-Z2-9]{5}(-[A-Z2-9]{5}){3}$/)
  const { personId, organizationId } = await claim(code.toLowerCase().replaceAll('-', ' '))
  const { secret } = await startSession(db, { personId, address: null, agent: null })
  expect(await findSession(database.pool, secret)).toMatchObject({
    person: { email: 'ada@example.com', name: 'Ada', isOperator: true, hasPassword: true },
    memberships: [{ organizationId, name: 'Acme', plan: 'enterprise', role: 'admin' }],
  })
  expect(await listPeople(db)).toMatchObject([{ hasProvenEmail: true }])
  const { rows } = await sql<{ line: string }>`select actor || ' ' || action as line from audit order by id`.execute(db)
  expect(rows.map(({ line }) => line)).toEqual(
    ['person.create', 'organization.create', 'session.start'].map((action) => `person:${personId} ${action}`),
  )
})

test('an organization may wait', async () => {
  expect(await claim(await offer(), { organizationName: ' ' })).toMatchObject({ organizationId: null })
})

test('next to another organization, the first person confirms that domains need no proof, or creates none', async () => {
  await plantOrganization(database.db)
  const code = await offer()
  await expect(claim(code)).rejects.toThrow(/BINDERY_DOMAINS=trusted/)
  expect(await claim(code, { trustsDomains: true })).toMatchObject({ organizationId: expect.stringMatching(/^org_/) })
})

test('where domains need a proof, nothing is to be confirmed', async () => {
  await plantOrganization(database.db)
  expect(await claim(await offer(), { domainMode: 'verified' })).toMatchObject({ organizationId: expect.any(String) })
})

test('of two claims at once, with codes of two processes, one wins', async () => {
  const codes = [await offer(), await offer()]
  const claims = await Promise.allSettled(codes.map((code, at) => claim(code, { email: `p${at}@example.com` })))
  expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(claims.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining('set up already') },
  })
  const { rows } = await sql`select from person`.execute(database.db)
  expect(rows).toHaveLength(1)
})

test('a claim waits for one that is being written, and then finds somebody', async () => {
  const codes = [await offer(), await offer()]
  const claims: Promise<unknown>[] = []
  await database.db.transaction().execute(async (trx) => {
    // The first has its person and stops at its line of the audit log; the second comes as far as it may.
    await sql`lock table audit in access exclusive mode`.execute(trx)
    for (const [at, code] of codes.entries()) {
      claims.push(claim(code, { email: `p${at}@example.com` }))
      await waitForLocks(database.pool, at + 1)
    }
  })
  expect((await Promise.allSettled(claims)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await sql`select from person`.execute(database.db)).rows).toHaveLength(1)
})

test('once there is somebody, no code is offered and none is left', async () => {
  await offer()
  await claim(await offer())
  expect(await offerSetupCode(database.db)).toBeNull()
  const { rows } = await sql`select from setup_code`.execute(database.db)
  expect(rows).toHaveLength(0)
})

test('a wrong code makes nobody, and leaves the right one as it was', async () => {
  const code = await offer()
  await expect(claim('AAAAA-AAAAA-AAAAA-AAAAA')).rejects.toThrow(/not right/)
  await expect(claim(code, { password: 'short' })).rejects.toThrow(/12/)
  expect(await claim(code)).toBeDefined()
})

test('a code of yesterday is refused', async () => {
  const code = await offer()
  await sql`update setup_code set expires_at = now()`.execute(database.db)
  await expect(claim(code)).rejects.toThrow(/not right/)
})
