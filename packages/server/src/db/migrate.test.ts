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

test('an older schema of the same baseline is refused with the command that fixes it', () => {
  const [baseline, next] = [migrationOf('0001-schema.sql'), migrationOf('0002-next.sql')]
  expect(findMissing([baseline, next], [baseline])).toEqual([next])
})

test('a database with a newer migration of the same baseline is accepted', () => {
  const [baseline, next] = [migrationOf('0001-schema.sql'), migrationOf('0002-next.sql')]
  expect(findMissing([baseline], [baseline, next])).toEqual([])
})

test('a database from another baseline is refused with the command that erases it', async () => {
  const [baseline] = await readMigrations()
  const refusal = /0001-schema\.sql.*npm run services:down -- --erase/
  let current = baseline!.name
  const replace = async (name: string, checksum: string) => {
    const text = 'update schema_migration set name = $1, checksum = $2 where name = $3'
    await database.pool.query(text, [name, checksum, current])
    current = name
  }
  for (const [name, checksum] of [
    ['0001-tenancy.sql', baseline!.checksum],
    [baseline!.name, 'other'],
  ] as const) {
    await replace(name, checksum)
    await expect(migrate(database.url)).rejects.toThrow(refusal)
    await expect(checkSchema(database.pool)).rejects.toThrow(refusal)
  }
  await replace(baseline!.name, baseline!.checksum)
})

test('a database without our tables is refused with the same advice', async () => {
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=pg_temp' })
  // The database may be dropped while the last of it closes.
  pool.on('error', () => {})
  await expect(checkSchema(pool)).rejects.toThrow(/bindery-server migrate/)
  await pool.end()
})

test('a later migration that was changed after it had been applied is refused', () => {
  const [baseline, next] = [migrationOf('0001-schema.sql'), migrationOf('0002-next.sql')]
  expect(() => findMissing([baseline, next], [baseline, { ...next, checksum: 'old' }])).toThrow(/0002-next\.sql/)
})

const migrationOf = (name: string) => ({ name, sql: 'select 1', checksum: `digest of ${name}` })
