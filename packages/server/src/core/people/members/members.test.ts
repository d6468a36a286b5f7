import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/db/create-test-database.ts'
import { operatorScope } from '../../access/scope.ts'
import { operator } from '../../audit/record-audit.ts'
import { createKey } from '../../keys/create-key.ts'
import { revokeKey } from '../../keys/revoke-key.ts'
import { defaultLimits } from '../../limits/limits.ts'
import { resetPerson, setOperator } from '../change-person.ts'
import { joinAsNewPerson, joinOrganization } from '../invitations/accept-invitation.ts'
import { findInvitation, findReset } from '../invitations/find-invitation.ts'
import { inviteMember } from '../invitations/invite.ts'
import { listInvitations } from '../invitations/list-invitations.ts'
import { withdrawInvitation } from '../invitations/withdraw-invitation.ts'
import { findSession } from '../sessions/find-session.ts'
import { startSession } from '../sessions/start-session.ts'
import { changeRole } from './change-role.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'

let database: TestDatabase
let organizationId: string
let admin: { id: string; email: string }
beforeAll(async () => {
  database = await createTestDatabase()
  organizationId = await plantOrganization(database.db)
  admin = await plantPerson(database.db, { memberships: { [organizationId]: 'admin' } })
})
afterAll(() => database.close())

const from = { address: null, requestId: null }
const actorOf = (id: string) => ({ name: `person:${id}`, ...from }) as const
const invite = (email: string, role: 'viewer' | 'writer' | 'admin' = 'writer') =>
  inviteMember(database.db, { organizationId, email, role }, actorOf(admin.id))
const details = { name: 'Grace', password: 'correct horse battery' }

async function actionsOn(target: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`select action from audit where target = ${target} order by id`.execute(
    database.db,
  )
  return rows.map(({ action }) => action)
}

test('somebody new joins by a link, once', async () => {
  const { db } = database
  const { token, expiresAt } = await invite('Grace@example.com')
  expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(7)
  expect(await findInvitation(db, token)).toMatchObject({ email: 'grace@example.com', role: 'writer', isKnown: false })
  const joins = await Promise.allSettled([1, 2].map(() => joinAsNewPerson(db, { token, ...details }, from)))
  expect(joins.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const grace = (await listMembers(db, organizationId)).find(({ email }) => email === 'grace@example.com')
  expect(grace).toMatchObject({ name: 'Grace', role: 'writer', fromGroup: false })
  expect(await actionsOn(grace!.id)).toEqual(['member.join'])
  await expect(findInvitation(db, token)).rejects.toThrow(/Ask for another/)
})

test('the link of an invitation opens nobody’s account', async () => {
  const { db } = database
  const known = await plantPerson(db)
  const thief = await plantPerson(db)
  const { token } = await invite(known.email)
  await expect(joinAsNewPerson(db, { token, ...details }, from)).rejects.toThrow(/Sign in/)
  await expect(joinOrganization(db, { token, email: thief.email }, actorOf(thief.id))).rejects.toThrow(/is for/)
  await joinOrganization(db, { token, email: known.email }, actorOf(known.id))
  expect((await listMembers(db, organizationId)).map(({ id }) => id)).toContain(known.id)
  await expect(invite(known.email)).rejects.toThrow(/member already/)
})

test('open invitations are listed and withdrawn; a new one takes the place of an older', async () => {
  const { db } = database
  const older = await invite('alan@example.com', 'viewer')
  const newer = await invite('alan@example.com', 'admin')
  await expect(findInvitation(db, older.token)).rejects.toThrow()
  const [open] = (await listInvitations(db, organizationId)).filter(({ email }) => email === 'alan@example.com')
  expect(open).toMatchObject({ role: 'admin', invitedBy: `person:${admin.id}` })
  const elsewhere = { organizationId: await plantOrganization(db), invitationId: open!.id }
  await expect(withdrawInvitation(db, elsewhere, operator)).rejects.toThrow(/no longer open/)
  await withdrawInvitation(db, { organizationId, invitationId: open!.id }, actorOf(admin.id))
  await expect(findInvitation(db, newer.token)).rejects.toThrow()
  expect(await actionsOn('alan@example.com')).toEqual(['member.invite', 'member.invite', 'member.withdraw'])
})

test('an invitation ends after seven days', async () => {
  const { token } = await invite('late@example.com')
  await sql`update invitation set expires_at = now() where email = 'late@example.com'`.execute(database.db)
  await expect(findInvitation(database.db, token)).rejects.toThrow(/seven days/)
})

test('the last admin can neither be demoted nor leave, also when two try it at once', async () => {
  const { db } = database
  const organizationId = await plantOrganization(db)
  const [one, two] = [
    await plantPerson(db, { memberships: { [organizationId]: 'admin' } }),
    await plantPerson(db, { memberships: { [organizationId]: 'admin' } }),
  ]
  const results = await Promise.allSettled([
    changeRole(db, { organizationId, personId: one.id, role: 'viewer' }, operator),
    removeMember(db, { organizationId, personId: two.id }, operator),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const admins = (await listMembers(db, organizationId)).filter(({ role }) => role === 'admin')
  expect(admins).toHaveLength(1)
  const last = { organizationId, personId: admins[0]!.id }
  await expect(removeMember(db, last, operator)).rejects.toThrow(/last admin/)
  await expect(changeRole(db, { ...last, role: 'writer' }, operator)).rejects.toThrow(/last admin/)
})

test('a role from a group is changed where the group is', async () => {
  const { db } = database
  const { id } = await plantPerson(db, { memberships: { [organizationId]: 'viewer' } })
  await db.updateTable('membership').set({ from_group: true }).where('person_id', '=', id).execute()
  const change = changeRole(db, { organizationId, personId: id, role: 'admin' }, operator)
  await expect(change).rejects.toThrow(/identity provider/)
})

test('who is removed loses the organization at once, and with the last one the session; living keys are named', async () => {
  const { db } = database
  const other = await plantOrganization(db)
  const { id } = await plantPerson(db, { memberships: { [organizationId]: 'admin', [other]: 'writer' } })
  const rights = { name: 'ci', scopes: ['read' as const], projectIds: null, addresses: null, expiresInDays: null }
  const keys = []
  for (const _ of [1, 2]) keys.push(await createKey(db, { organizationId, ...rights }, actorOf(id), defaultLimits))
  await db
    .updateTable('api_key')
    .set({ created_by: `person:${id}` })
    .execute()
  await revokeKey(db, operatorScope, keys[1]!.id, operator)
  const { secret } = await startSession(db, { personId: id, address: null, agent: null })
  const removed = await removeMember(db, { organizationId, personId: id }, actorOf(admin.id))
  expect(removed.keys.map((key) => key.id)).toEqual([keys[0]!.id])
  expect((await findSession(database.pool, secret))?.memberships).toMatchObject([{ organizationId: other }])
  await removeMember(db, { organizationId: other, personId: id }, operator)
  expect(await findSession(database.pool, secret)).toBeUndefined()
  expect(await actionsOn(id)).toEqual(['session.start', 'member.remove', 'member.remove'])
})

test('an invitation ends when the admin who made it is removed or demoted, and other invitations stay', async () => {
  const { db } = database
  const second = await plantOrganization(db)
  const plantInviter = async () =>
    (await plantPerson(db, { memberships: { [organizationId]: 'admin', [second]: 'admin' } })).id
  const inviteAs = async (id: string, organization = organizationId) => {
    const email = `${randomBytes(4).toString('hex')}@example.com`
    return (await inviteMember(db, { organizationId: organization, email, role: 'viewer' }, actorOf(id))).token
  }
  const [removed, demoted] = [await plantInviter(), await plantInviter()]
  const ended = [await inviteAs(removed), await inviteAs(demoted)]
  const kept = [await inviteAs(admin.id), await inviteAs(removed, second), await inviteAs(demoted, second)]
  await removeMember(db, { organizationId, personId: removed }, actorOf(admin.id))
  await changeRole(db, { organizationId, personId: demoted, role: 'writer' }, actorOf(admin.id))
  for (const token of ended) await expect(findInvitation(db, token)).rejects.toThrow(/Ask for another/)
  for (const token of kept) expect(await findInvitation(db, token)).toMatchObject({ role: 'viewer' })
})

test('links that an operator made end with the operator right', async () => {
  const { db } = database
  const { id, email } = await plantPerson(db, { isOperator: true })
  const invited = await inviteMember(db, { organizationId, email: 'o@example.com', role: 'admin' }, actorOf(id))
  const owner = await plantPerson(db)
  const reset = await resetPerson(db, owner.email, { withoutSecondFactor: false }, actorOf(id))
  expect(await findReset(db, reset.token)).toMatchObject({ email: owner.email })
  await setOperator(db, email, false, operator)
  await expect(findInvitation(db, invited.token)).rejects.toThrow(/Ask for another/)
  await expect(findReset(db, reset.token)).rejects.toThrow(/another one/)
})
