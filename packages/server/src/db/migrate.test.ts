import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { checkSchema } from './check-schema.ts'
import { findMissing, migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a second run applies nothing, and two at once take turns', async () => {
  expect(await Promise.all([migrate(database.url), migrate(database.url)])).toEqual([[], []])
})

test('a process accepts the schema of its own release', async () => {
  await expect(checkSchema(database.pool)).resolves.toBeUndefined()
})

test('an older schema is refused with the command that fixes it', async () => {
  const [first] = await readMigrations()
  await database.pool.query('delete from schema_migration where name = $1', [first!.name])
  await expect(checkSchema(database.pool)).rejects.toThrow(/0001-tenancy\.sql.*bindery-server migrate/)
  await database.pool.query('insert into schema_migration (name, checksum) values ($1, $2)', [
    first!.name,
    first!.checksum,
  ])
})

test('a database without our tables is refused with the same advice', async () => {
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=pg_temp' })
  // The database may be dropped while the last of it closes.
  pool.on('error', () => {})
  await expect(checkSchema(pool)).rejects.toThrow(/bindery-server migrate/)
  await pool.end()
})

test('a migration that was edited after it had been applied is refused', () => {
  const migrations = [{ name: '0001-a.sql', sql: 'select 1', checksum: 'new' }]
  expect(() => findMissing(migrations, [{ name: '0001-a.sql', checksum: 'old' }])).toThrow(/0001-a\.sql/)
})
