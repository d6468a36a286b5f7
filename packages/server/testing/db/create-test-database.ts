import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, type Database } from '../../src/db/create-database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/read-migrations.ts'
import { findDatabaseUrl } from './find-database-url.ts'

export interface TestDatabase extends Database {
  url: string
}

/** A fresh database for a test file: a copy of a migrated template, about 50 ms. Closing it drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = findDatabaseUrl()
  const name = `bindery_test_${randomBytes(6).toString('hex')}`
  await asOwner(serverUrl, async (client) => {
    const template = await ensureTemplate(client, serverUrl)
    await client.query(`create database ${name} template ${template}`)
  })
  const url = withDatabase(serverUrl, name)
  const database = createDatabase(url, { connections: 10 })
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await asOwner(serverUrl, (client) => dropWhenLeft(client, name))
    },
  }
}

/** A pool has ended before its connections have: one that is cut off while it says goodbye fails whatever test runs then. */
async function dropWhenLeft(client: pg.Client, name: string): Promise<void> {
  const text = 'select count(*)::int as count from pg_stat_activity where datname = $1'
  for (let turn = 0; turn < 100; turn++) {
    const { rows } = await client.query<{ count: number }>(text, [name])
    if (rows[0]?.count === 0) break
    await wait(20)
  }
  await client.query(`drop database ${name} with (force)`)
}

/** The template is named by its migrations, so an edited one makes another; a lock lets one test file build it. */
async function ensureTemplate(client: pg.Client, serverUrl: string): Promise<string> {
  const digest = createHash('sha256').update('with the tables of the engine')
  for (const { name, checksum } of await readMigrations()) digest.update(`${name} ${checksum}\n`)
  const name = `bindery_template_${digest.digest('hex').slice(0, 12)}`
  await client.query('select pg_advisory_lock(hashtext($1))', [name])
  const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [name])
  if (rowCount === 0) {
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name}`)
    await migrate(withDatabase(serverUrl, name))
    // Loaded here, since most files do without the engine.
    const { migrateEngine } = await import('../../src/engine/migrate-engine.ts')
    await migrateEngine(withDatabase(serverUrl, name))
    await client.query(`alter database ${name} with is_template true`)
  }
  await client.query('select pg_advisory_unlock(hashtext($1))', [name])
  return name
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
