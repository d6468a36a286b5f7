import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { operatorScope } from '../access/scope.ts'
import { operator } from '../audit/record-audit.ts'
import { defaultLimits } from '../limits/limits.ts'
import { createProject } from '../projects/create-project.ts'
import { createKey, type KeyRequest } from './create-key.ts'
import { findListedKey } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'

let database: TestDatabase
let organizationId: string
beforeAll(async () => {
  database = await createTestDatabase()
  organizationId = await plantOrganization(database.db)
})
afterAll(() => database.close())

const limits = { ...defaultLimits, keyCreationsPerHour: 1_000 }

const makeProject = async (owner: string) => {
  const repository = 'https://git.example.com/docs.git'
  const request = { organizationId: owner, name: 'Docs', repository, branch: 'main', docsPath: '' }
  return (await createProject(database.db, request, operator, { allowedHosts: [] }, defaultLimits)).id
}

const makeKey = (rights: Partial<KeyRequest> = {}, allowed = limits) => {
  const request: KeyRequest = {
    organizationId,
    name: 'ci',
    scopes: ['read'],
    projectIds: null,
    addresses: null,
    expiresInDays: 30,
    ...rights,
  }
  return createKey(database.db, request, operator, allowed)
}

const rotate = (keyId: string, overlapSeconds = 60) =>
  rotateKey(database.db, operatorScope, { keyId, overlapSeconds, expiresInDays: null }, operator, limits)

const daysFromNow = (date: Date | null | undefined) => ((date?.getTime() ?? Infinity) - Date.now()) / 86_400_000

test('a successor has the rights of the key before it: scopes, projects and addresses', async () => {
  const rights = { scopes: ['read' as const], projectIds: [await makeProject(organizationId)] }
  const { id } = await makeKey({ ...rights, addresses: ['203.0.113.0/24'] })
  const successor = await rotate(id)
  expect(await findListedKey(database.db, organizationId, successor.id)).toMatchObject({
    ...rights,
    addresses: ['203.0.113.0/24'],
  })
})

test('a key that was rotated lives for the overlap, and never longer than it would have', async () => {
  const { id } = await makeKey({ expiresInDays: 30 })
  await rotate(id, 86_400)
  const { expiresAt } = (await findListedKey(database.db, organizationId, id))!
  expect(daysFromNow(expiresAt)).toBeCloseTo(1, 1)
  const short = await makeKey({ expiresInDays: 7 })
  await rotate(short.id, 20 * 86_400)
  expect((await findListedKey(database.db, organizationId, short.id))?.expiresAt).toEqual(short.expiresAt)
})

test('a key that was revoked or rotated has no successor any more', async () => {
  const { id } = await makeKey()
  await rotate(id)
  await expect(rotate(id)).rejects.toThrow(/was rotated to/)
  const revoked = await makeKey()
  await revokeKey(database.db, operatorScope, revoked.id, operator)
  await expect(rotate(revoked.id)).rejects.toThrow(/is revoked/)
})

test.each([7, 30, 60, 90] as const)('a key for %s days ends after so many', async (days) => {
  expect(daysFromNow((await makeKey({ expiresInDays: days })).expiresAt)).toBeCloseTo(days, 1)
})

test('a key is for projects of its own organization, and for none by an empty list', async () => {
  const other = await makeProject(await plantOrganization(database.db, 'Other'))
  await expect(makeKey({ projectIds: [other] })).rejects.toThrow(/has no project/)
  const { id } = await makeKey({ projectIds: [] })
  expect(await findListedKey(database.db, organizationId, id)).toMatchObject({ projectIds: [] })
})

test('an organization makes so many keys in an hour, and a rotation is one of them', async () => {
  const owner = await plantOrganization(database.db, 'Busy')
  const few = { ...limits, keyCreationsPerHour: 2 }
  const { id } = await makeKey({ organizationId: owner }, few)
  await makeKey({ organizationId: owner }, few)
  await expect(makeKey({ organizationId: owner }, few)).rejects.toMatchObject({ code: 'quota_exceeded' })
  const rotation = { keyId: id, overlapSeconds: 0, expiresInDays: null }
  await expect(rotateKey(database.db, operatorScope, rotation, operator, few)).rejects.toMatchObject({
    code: 'quota_exceeded',
  })
})
