import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { createKey } from '../keys/create-key.ts'
import { defaultLimits } from '../limits/limits.ts'
import { forgetOldAudit } from './forget-old-audit.ts'
import { type AuditFilter, listAudit, streamAudit } from './list-audit.ts'
import { operator, recordAudit } from './record-audit.ts'

let database: TestDatabase
let organizationId: string
let other: string
let ada: string
let key: string

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  organizationId = await plantOrganization(db)
  other = await plantOrganization(db, 'Other')
  ada = (await plantPerson(db, { name: 'Ada 100%' })).id
  const actor = { name: `person:${ada}`, address: '203.0.113.7', requestId: 'r1' } as const
  const rights = { scopes: ['write' as const], projectIds: null, addresses: null, expiresInDays: null }
  key = (await createKey(db, { organizationId, name: 'pipeline', ...rights }, actor, defaultLimits)).id
  const byKey = { ...actor, name: `key:${key}` } as const
  await recordAudit(db, byKey, { organizationId, action: 'export.start', target: 'se_1' })
  await recordAudit(db, operator, { organizationId, action: 'exported.other', target: 'x' })
  await recordAudit(db, operator, { organizationId: other, action: 'export.start', target: 'se_2' })
})
afterAll(() => database.close())

async function actionsOf(filter: AuditFilter): Promise<string[]> {
  return (await listAudit(database.db, { organizationId, filter, limit: 50 })).rows.map(({ action }) => action)
}

test('an organization sees its own, newest first, with the names of people and keys', async () => {
  const { rows } = await listAudit(database.db, { organizationId, filter: {}, limit: 50 })
  expect(rows).toMatchObject([
    { action: 'exported.other', actor: 'operator', actorName: null },
    { action: 'export.start', actor: `key:${key}`, actorName: 'pipeline', target: 'se_1', address: '203.0.113.7' },
    { action: 'key.create', actor: `person:${ada}`, actorName: 'Ada 100%', outcome: 'done', requestId: 'r1' },
    { action: 'organization.create', actor: 'operator' },
  ])
})

test.each([
  ['a name', () => 'ada', ['key.create']],
  ['a sign that stands for anything elsewhere', () => '%', ['key.create']],
  ['an id', () => ada, ['key.create']],
  ['the key', () => `key:${key}`, ['export.start']],
  ['the operator', () => 'operator', ['exported.other', 'organization.create']],
  ['nobody', () => 'grace', []],
])('it is narrowed by %s', async (_, actor, actions) => {
  expect(await actionsOf({ actor: actor() })).toEqual(actions)
})

test('it is narrowed by action, by thing and by time', async () => {
  expect(await actionsOf({ action: 'export' })).toEqual(['export.start'])
  expect(await actionsOf({ action: 'key.create' })).toEqual(['key.create'])
  expect(await actionsOf({ before: new Date(Date.now() - 60_000) })).toEqual([])
  expect(await actionsOf({ from: new Date(Date.now() - 60_000), action: 'key' })).toEqual(['key.create'])
})

test('pages follow each other without a gap, and the stream has them all', async () => {
  const { db } = database
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await listAudit(db, { organizationId, filter: {}, limit: 3, cursor: cursor ?? undefined })
    seen.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  const streamed: string[] = []
  for await (const rows of streamAudit(db, { organizationId, filter: {} })) streamed.push(...rows.map(({ id }) => id))
  expect(seen).toHaveLength(4)
  expect(streamed).toEqual(seen)
})

test('what is older than two years is forgotten, and nothing else', async () => {
  const { db } = database
  await sql`update audit set at = now() - interval '2 years 1 day' where organization_id = ${other}`.execute(db)
  await sql`update audit set at = now() - interval '729 days' where action = 'key.create'`.execute(db)
  expect(await forgetOldAudit(db)).toBe(2)
  expect(await forgetOldAudit(db)).toBe(0)
  expect(await actionsOf({ action: 'key' })).toEqual(['key.create'])
})
