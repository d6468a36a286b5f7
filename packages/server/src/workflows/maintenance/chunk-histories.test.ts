import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { openTestStore } from '../../../testing/storage/open-test-store.ts'
import { runChunkHistory } from '../../../testing/workflows/chunk-history.ts'
import { createMemoryBucket, useRealBucket } from '../../../testing/workflows/history-bucket.ts'

// `BINDERY_CHUNK_HISTORIES=10000 npx vitest run chunk-histories` is the full size, and a part of `npm run proof`.
const histories = Number(process.env.BINDERY_CHUNK_HISTORIES ?? 15)
const firstSeed = Number(process.env.BINDERY_CHUNK_HISTORY ?? 0)
const operations = 30

vi.setConfig({ testTimeout: Math.max(120_000, histories * 2_000) })

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  // Nothing here must outlast the server.
  await database.pool.query(
    `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
  )
})
afterAll(() => database.close())

test('no order of exports, publications and deletions takes a pack that is needed, or leaves one that is not', async () => {
  const bucket = createMemoryBucket()
  const faults: string[] = []
  for (let seed = firstSeed; seed < firstSeed + histories && faults.length === 0; seed++) {
    faults.push(...(await runChunkHistory({ db: database.db, bucket }, seed, operations)))
  }
  expect(faults).toEqual([])
  expect(await bucket.keys('')).toEqual([])
})

test('the same on a real bucket', async () => {
  const { store, close } = openTestStore()
  const bucket = useRealBucket(store)
  expect(await runChunkHistory({ db: database.db, bucket }, 20_000, 15)).toEqual([])
  await close()
})
