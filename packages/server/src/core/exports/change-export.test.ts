import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { makeId } from '../make-id.ts'
import { completeExport } from '../publications/complete-export.ts'
import { StaleExport } from './export-failure.ts'
import { beginExport } from './run/begin-export.ts'
import { failExport } from './run/fail-export.ts'
import { recordChunk } from './run/record-chunk.ts'
import { recordPlan } from './run/record-plan.ts'
import { recordSource } from './run/record-source.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const limits = JSON.stringify({ sitePages: 5 })
  await db.insertInto('organization').values({ id: 'org_a', name: 'A', plan: 'enterprise', limits }).execute()
  const project = {
    id: 'prj_a',
    organization_id: 'org_a',
    name: 'a',
    repository: 'https://git.example/a',
    branch: 'main',
  }
  await db.insertInto('project').values(project).execute()
})
afterAll(() => database.close())

async function addExport(requestedRef: string | null = null): Promise<string> {
  const id = makeId('export')
  const row = { id, organization_id: 'org_a', project_id: 'prj_a', domain: 'a.example', requested_ref: requestedRef }
  await database.db.insertInto('export').values(row).execute()
  return id
}

async function runningExport(totalPages: number): Promise<string> {
  const id = await addExport()
  await beginExport(database.db, id)
  await recordPlan(database.db, id, totalPages)
  return id
}

const read = (id: string) => database.db.selectFrom('export').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const chunk = (exportId: string, index: number) => ({
  exportId,
  index,
  firstPage: 'a.mdx',
  pages: 10,
  reused: 4,
  warnings: 1,
  packKey: `k${index}`,
})
const bundle = { key: 'bundle', sha256: 'digest', bytes: 5, errors: 0, warnings: 7, retentionDays: 0 }

test('an export begins with what its project says, and with what was asked for', async () => {
  const order = await beginExport(database.db, await addExport())
  expect(order).toMatchObject({
    repository: 'https://git.example/a',
    ref: 'main',
    docsPath: '',
    limits: { sitePages: 5 },
  })
  expect(await beginExport(database.db, await addExport('v1'))).toMatchObject({ ref: 'v1' })
})

test('beginning twice keeps the first start', async () => {
  const id = await addExport()
  await beginExport(database.db, id)
  const { started_at } = await read(id)
  await beginExport(database.db, id)
  expect(await read(id)).toMatchObject({ status: 'running', started_at })
})

test('fifty chunks recorded twice at once are counted once each', async () => {
  const id = await runningExport(500)
  const chunks = Array.from({ length: 50 }, (_, index) => chunk(id, index))
  await Promise.all([...chunks, ...chunks].map((one) => recordChunk(database.db, one)))
  expect(await read(id)).toMatchObject({
    page_count: 500,
    pages_rendered: 300,
    pages_reused: 200,
    warnings: 50,
    progress: 90,
  })
})

test('progress never falls, and is 100 only when completed', async () => {
  const id = await runningExport(20)
  await recordChunk(database.db, chunk(id, 0))
  const { progress } = await read(id)
  await recordSource(database.db, id, { commit: 'c', version: 'v' })
  expect((await read(id)).progress).toBe(progress)
  await completeExport(database.db, id, bundle)
  expect(await read(id)).toMatchObject({ status: 'completed', progress: 100, warnings: 7, bundle_bytes: '5' })
})

test('completing again with the same bundle is nothing new; with another it is stale', async () => {
  const id = await runningExport(1)
  await completeExport(database.db, id, bundle)
  const before = await read(id)
  await completeExport(database.db, id, bundle)
  await expect(completeExport(database.db, id, { ...bundle, key: 'other' })).rejects.toThrow(StaleExport)
  expect(await read(id)).toEqual(before)
})

test('whoever wakes up late changes nothing in an export that has ended', async () => {
  const id = await runningExport(1)
  expect(await failExport(database.db, id, { code: 'cancelled', message: 'Cancelled.' })).toBe(true)
  const before = await read(id)
  await expect(beginExport(database.db, id)).rejects.toThrow(StaleExport)
  await expect(recordSource(database.db, id, { commit: 'c', version: 'v' })).rejects.toThrow(StaleExport)
  await expect(recordPlan(database.db, id, 3)).rejects.toThrow(StaleExport)
  await expect(recordChunk(database.db, chunk(id, 0))).rejects.toThrow(StaleExport)
  await expect(completeExport(database.db, id, bundle)).rejects.toThrow(StaleExport)
  expect(await failExport(database.db, id, { code: 'internal_error', message: 'Late.' })).toBe(false)
  expect(await read(id)).toEqual(before)
  expect(await database.db.selectFrom('export_chunk').where('export_id', '=', id).execute()).toEqual([])
})

test('an export that was deleted under its worker is stale, not an error of its own', async () => {
  await expect(beginExport(database.db, makeId('export'))).rejects.toThrow(StaleExport)
})
