import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { checkConnections } from './check-connections.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function logOf(own: number): Promise<string[]> {
  const lines: string[] = []
  await checkConnections(database.db, own, pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) }))
  return lines
}

test('a process says how many connections it opens', async () => {
  expect(await logOf(20)).toEqual(['this process opens at most 20 connections to the database'])
})

test('it warns when all processes that live may open more than the database accepts', async () => {
  await database.pool.query(`
    insert into worker (id, cores, connections) values ('one', 1, 5000);
    insert into worker (id, cores, connections, lost_at) values ('lost', 1, 7000, now())`)
  expect((await logOf(20)).at(1)).toMatch(
    /^all processes together may open 5000 connections, and the database accepts \d+: lower BINDERY_DATABASE_CONNECTIONS/,
  )
})
