import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/db/create-test-database.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'

test('domains that were there before proofs count as proven, and what an older process adds does too', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    await client.query(
      'create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz default now())',
    )
    for (const { name, sql, checksum } of await readMigrations()) {
      if (name >= '0016') continue
      await client.query(sql)
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    }
    await client.query(`
      insert into organization (id, name, plan) values ('org_a', 'a', 'free'), ('org_b', 'b', 'free');
      insert into project (id, organization_id, name, repository, branch)
        values ('prj_a', 'org_a', 'a', 'r', 'main'), ('prj_b', 'org_b', 'b', 'r', 'main');
      insert into domain (name, organization_id, project_id, created_at)
        values ('a.example.com', 'org_a', 'prj_a', '2026-01-01')`)
    expect(await migrate(database.url)).toContain('0016-domain-proof.sql')
    // As the release before writes it.
    const add = (name: string) =>
      client.query(
        `insert into domain (name, organization_id, project_id) values ($1, 'org_b', 'prj_b') on conflict do nothing returning name`,
        [name],
      )
    expect((await add('a.example.com')).rowCount).toBe(0)
    expect((await add('b.example.com')).rowCount).toBe(1)
    const { rows } = await client.query(
      'select name, verified_at = created_at as proven, length(token) from domain order by 1',
    )
    expect(rows).toEqual([
      { name: 'a.example.com', proven: true, length: 32 },
      { name: 'b.example.com', proven: true, length: 32 },
    ])
  } finally {
    await client.end()
    await database.close()
  }
})
