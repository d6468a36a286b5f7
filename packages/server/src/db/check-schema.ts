import type pg from 'pg'
import { findMissing, SchemaError } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'

/** A process refuses a schema older than itself. A newer one is fine: migrations only add what old code can ignore. */
export async function checkSchema(pool: pg.Pool): Promise<void> {
  const missing = findMissing(await readMigrations(), await readApplied(pool))
  if (missing.length === 0) return
  throw new SchemaError(
    `The database lacks ${missing.length} migration(s), the first of them ${missing[0]?.name}. Run: bindery-server migrate`,
  )
}

async function readApplied(pool: pg.Pool): Promise<{ name: string; checksum: string }[]> {
  const { rows: found } = await pool.query<{ there: boolean }>(
    `select to_regclass('schema_migration') is not null as there`,
  )
  if (!found[0]?.there) return []
  const { rows } = await pool.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')
  return rows
}
