import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { openTestStore } from '../../testing/storage/open-test-store.ts'
import { runGit } from '../git/run-git.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import type { ObjectStore } from '../storage/object-store.ts'

let database: TestDatabase
let store: ObjectStore
let closeStore: () => Promise<void>
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ store, close: closeStore } = openTestStore())
})
afterAll(async () => {
  await closeStore()
  await database.close()
})

const inTransaction = (work: () => Promise<unknown>) => database.db.transaction().execute(() => work())

test.each<[string, () => Promise<unknown>]>([
  ['head', () => store.head('x')],
  ['putBytes', () => store.putBytes('x', Buffer.from('x'))],
  ['putStream', () => store.putStream('x', (async function* () {})())],
  ['list', () => Array.fromAsync(store.list('x'))],
  ['deleteKeys', () => store.deleteKeys(['x'])],
  ['deletePrefix', () => store.deletePrefix('x')],
])('the storage refuses %s inside an open transaction, and nowhere else', async (_, ask) => {
  const refusal = await inTransaction(ask).catch((error: Error) => error)
  expect(`${refusal} ${(refusal as Error).cause}`).toContain('inside an open transaction')
  const otherwise = await ask().catch((error: Error) => error)
  expect(`${otherwise} ${(otherwise as Error | undefined)?.cause}`).not.toContain('inside an open transaction')
})

test('git and other hosts are not asked inside an open transaction either', async () => {
  const ask = createGuardedFetch({ policy: { allowedHosts: [] } })
  await expect(inTransaction(() => ask('https://example.com/file'))).rejects.toThrow(/inside an open transaction/)
  const run = {
    args: ['version'],
    environment: {},
    fileBytes: 0,
    memoryBytes: 2 ** 26,
    signal: AbortSignal.timeout(10_000),
  }
  await expect(inTransaction(() => runGit(run))).rejects.toThrow(/inside an open transaction/)
  expect(await runGit(run)).toContain('git version')
})

test('what was begun inside of a transaction and outlives it may ask', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let later: Promise<unknown> | undefined
  await inTransaction(async () => {
    later = ended.then(() => store.head('x'))
  })
  end()
  await expect(later).resolves.toBeUndefined()
})

test('a transaction that fails has ended too', async () => {
  let later: (() => Promise<unknown>) | undefined
  const failing = inTransaction(async () => {
    later = () => store.head('x')
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await expect(later?.()).resolves.toBeUndefined()
})
