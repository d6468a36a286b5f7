import pg from 'pg'
import { type Migration, readMigrations } from './read-migrations.ts'

// Any fixed number: two `migrate` commands at once take turns.
const lock = 4_011_962_117

/** The database does not fit this release; the message names the remedy. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/** Applies what is missing, each file in a transaction of its own, and names what it applied. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations()
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bindery-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    return await applyMissing(client, migrations)
  } finally {
    // Ending the session frees the lock.
    await client.end()
  }
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')
  const missing = findMissing(migrations, rows)
  for (const migration of missing) await apply(client, migration)
  return missing.map(({ name }) => name)
}

/** Throws when an applied file differs from the file of this release: then the schema of the database is unknown. */
export function findMissing(
  migrations: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
): Migration[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const [baseline] = migrations
  if (applied.length > 0 && baseline && checksums.get(baseline.name) !== baseline.checksum) {
    throw new SchemaError(
      `The database was created from another baseline than ${baseline.name} of this release. Until the first release, ` +
        'baselines are replaced and not migrated. Erase local data with: npm run services:down -- --erase',
    )
  }
  const edited = migrations.find(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum)
  if (edited) {
    throw new SchemaError(
      `The migration ${edited.name} was applied to this database with other contents than the file has now. ` +
        'Use the release that applied it, or restore the file; changes go into a new file.',
    )
  }
  return migrations.filter(({ name }) => !checksums.has(name))
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new SchemaError(`The migration ${name} failed, and nothing of it was kept: ${(cause as Error).message}`, {
      cause,
    })
  }
}
