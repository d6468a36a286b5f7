import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { turnOnCodes } from '../../../../testing/core/people/app-codes.ts'
import { plantOrganization, plantPerson } from '../../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/db/create-test-database.ts'
import { listPeople } from '../list-people.ts'
import { findSession } from '../sessions/find-session.ts'
import { startSession } from '../sessions/start-session.ts'
import { parseGroupRules } from './group-rules.ts'
import { signInWithCode } from './sign-in-with-code.ts'
import { type OidcIdentity, signInWithOidc } from './sign-in-with-oidc.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const password = 'correct horse battery'
const keys = { current: randomBytes(32), previous: [] }
const arrival = { address: '203.0.113.7', agent: null }

async function signIn(claims: Partial<OidcIdentity>, rules = '') {
  const subject = randomBytes(4).toString('hex')
  const identity = {
    issuer: 'https://id.example.com',
    subject,
    email: `${subject}@example.com`,
    emailVerified: true,
    name: 'Ada',
    groups: [],
    ...claims,
  }
  const { secret } = await signInWithOidc(database.db, identity, parseGroupRules(rules), arrival)
  return (await findSession(database.pool, secret))!
}

test('somebody new is made, and known again by the subject whatever the address is then', async () => {
  const first = await signIn({ subject: 's1', email: 'S1@example.com' })
  expect(first.person).toMatchObject({ email: 's1@example.com', name: 'Ada', hasPassword: false })
  const again = await signIn({ subject: 's1', email: 'new@example.com', name: 'Else' })
  expect(again.person).toEqual(first.person)
  expect((await signIn({ subject: 's1', issuer: 'https://other.example.com' })).person.id).not.toBe(first.person.id)
})

test('a verified address leads to whom the operator made; an unverified one does not', async () => {
  const { id, email } = await plantPerson(database.db)
  await expect(signIn({ email, emailVerified: false })).rejects.toThrow(/BINDERY_OIDC_TRUST_EMAIL/)
  expect((await signIn({ email, subject: 'linked' })).person.id).toBe(id)
  await expect(signIn({ email, subject: 'somebody else' })).rejects.toThrow(/signs in another way/)
})

test('an account with a password and a proven address is never taken over by its address', async () => {
  const { email } = await plantPerson(database.db, { password, hasProvenEmail: true })
  await expect(signIn({ email })).rejects.toThrow(/admin user remove/)
  const asked = { email, password, returnTo: '/' }
  expect(await signInWithPassword(database.db, asked, arrival)).toMatchObject({ outcome: 'signed in' })
})

test('a verified identity displaces a password whose address was never proven, and all that was made with it', async () => {
  const { db, pool } = database
  const organizationId = await plantOrganization(db)
  const { id, email } = await plantPerson(db, { password, memberships: { [organizationId]: 'writer' } })
  const { codes } = await turnOnCodes(db, { personId: id, password }, keys)
  const squatter = await startSession(db, { personId: id, ...arrival })
  const asked = { email, password, returnTo: '/' }
  const owed = await signInWithPassword(db, asked, arrival)
  if (owed.outcome !== 'code owed') throw new Error(owed.outcome)

  await expect(signIn({ email, emailVerified: false })).rejects.toThrow(/BINDERY_OIDC_TRUST_EMAIL/)
  expect(await findSession(pool, squatter.secret)).toBeDefined()
  const owner = await signIn({ email })
  expect(owner).toMatchObject({
    person: { id, hasPassword: false, hasSecondFactor: false },
    memberships: [{ organizationId, role: 'writer' }],
  })
  expect(await findSession(pool, squatter.secret)).toBeUndefined()
  expect(await signInWithPassword(db, asked, arrival)).toEqual({ outcome: 'refused' })
  const late = await signInWithCode(db, { token: owed.token, code: codes.next() }, arrival, keys)
  expect(late.outcome).toBe('expired')
  expect((await listPeople(db)).find((person) => person.id === id)).toMatchObject({ hasProvenEmail: true })
  const { rows } = await sql<{ action: string }>`select action from audit where target = ${id}`.execute(db)
  expect(rows).toContainEqual({ action: 'password.end' })
})

test('without an address nobody is made, and it says who can help', async () => {
  await expect(signIn({ email: undefined })).rejects.toThrow(/claim "email"/)
})

test('groups give, change and take away; what an admin gave stays', async () => {
  const { db } = database
  const [given, group, gone] = [await plantOrganization(db), await plantOrganization(db), 'org_0000']
  const { id, email } = await plantPerson(db, { memberships: { [given]: 'viewer' } })
  const rules = `a=${given}:admin a=${group}:viewer b=${group}:admin a=${gone}:admin`
  const rolesAfter = async (...groups: string[]) => {
    const { memberships } = await signIn({ email, subject: 'grouped', groups }, rules)
    return Object.fromEntries(memberships.map(({ organizationId, role }) => [organizationId, role]))
  }
  expect(await rolesAfter('a')).toEqual({ [given]: 'viewer', [group]: 'viewer' })
  expect(await rolesAfter('a', 'b')).toEqual({ [given]: 'viewer', [group]: 'admin' })
  expect(await rolesAfter('a', 'b')).toEqual({ [given]: 'viewer', [group]: 'admin' })
  expect(await rolesAfter()).toEqual({ [given]: 'viewer' })
  const { rows } = await sql<{ action: string }>`
    select action from audit where target = ${id} and organization_id = ${group} order by id`.execute(db)
  expect(rows.map(({ action }) => action)).toEqual([
    'member.group-make-viewer',
    'member.group-make-admin',
    'member.group-remove',
  ])
})
