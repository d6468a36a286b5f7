import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { operatorScope } from '../access/scope.ts'
import { operator } from '../audit/record-audit.ts'
import { defaultLimits } from '../limits/limits.ts'
import { createKey, createKeyWithin, type KeyRequest } from './create-key.ts'
import { keyStatus } from './key-status.ts'
import { findListedKey, listKeys } from './list-keys.ts'
import { makeKeyOnce } from './make-key-once.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'

let database: TestDatabase
let organizationId: string
let stranger: string
beforeAll(async () => {
  database = await createTestDatabase()
  organizationId = await plantOrganization(database.db)
  stranger = await plantOrganization(database.db, 'Other')
})
afterAll(() => database.close())

const limits = { ...defaultLimits, keyCreationsPerHour: 1_000 }
const wish = (): KeyRequest => ({
  organizationId,
  name: 'ci',
  scopes: ['write'],
  projectIds: null,
  addresses: null,
  expiresInDays: 90,
})
const make = () => createKey(database.db, wish(), operator, limits)

test('a key says who made it, and so does its successor', async () => {
  const { db } = database
  const ada = await plantPerson(db, { name: 'Ada' })
  const actor = { name: `person:${ada.id}`, address: null, requestId: null } as const
  const { id } = await make()
  const rotation = { keyId: id, organizationId, overlapSeconds: 60, expiresInDays: null }
  const successor = await rotateKey(db, operatorScope, rotation, actor, limits)
  expect(await findListedKey(db, organizationId, id)).toMatchObject({ createdBy: 'operator', creatorName: null })
  expect(await findListedKey(db, organizationId, successor.id)).toMatchObject({
    createdBy: actor.name,
    creatorName: 'Ada',
  })
})

test('a key of another organization is neither found, rotated nor revoked', async () => {
  const { db } = database
  const { id } = await make()
  expect(await findListedKey(db, stranger, id)).toBeUndefined()
  const rotation = { keyId: id, overlapSeconds: 0, expiresInDays: null }
  await expect(rotateKey(db, { organizationId: stranger }, rotation, operator, limits)).rejects.toThrow(/no key/)
  await expect(revokeKey(db, { organizationId: stranger }, id, operator)).rejects.toThrow(/no key/)
  expect(await findListedKey(db, organizationId, id)).toMatchObject({ revokedAt: null, rotatedTo: null })
})

test('a form makes one key however often it is sent, and one that was refused may be sent again', async () => {
  const { db } = database
  const form = { organizationId, formKey: 'form 1' }
  const send = (request: KeyRequest) => makeKeyOnce(db, form, (trx) => createKeyWithin(trx, request, operator, limits))
  await expect(send({ ...wish(), projectIds: ['prj_0'] })).rejects.toThrow(/no project/)
  const before = (await listKeys(db, organizationId)).length
  const sent = await Promise.all([1, 2, 3].map(() => send(wish())))
  const [made, ...rest] = sent.filter((key) => key !== undefined)
  expect(made?.key).toMatch(/^bnd_/)
  expect(rest).toEqual([])
  expect(await send(wish())).toBeUndefined()
  expect(await listKeys(db, organizationId)).toHaveLength(before + 1)
  const kept = await db.selectFrom('idempotency').select('answer').execute()
  expect(JSON.stringify(kept)).not.toContain('bnd_')
})

test.each([
  ['live', null, null],
  ['live', null, 8],
  ['expiring', null, 6.9],
  ['expired', null, -0.1],
  ['revoked', 0, 8],
])('a key is %s when it was revoked %s and expires in %s days', (status, revoked, days) => {
  const now = Date.parse('2026-03-01')
  const at = (offset: number | null) => (offset === null ? null : new Date(now + offset * 86_400_000))
  expect(keyStatus({ revokedAt: at(revoked), expiresAt: at(days) }, now)).toBe(status)
})
