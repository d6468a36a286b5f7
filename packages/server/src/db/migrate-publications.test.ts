import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/db/create-test-database.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'

const [whole, preview, partial, expired, old, soon] = ['1', '2', '3', '4', '5', '6'].map((n) => `se_${n}`)

test('domains that were there before take what a host follows, but a whole export of the branch where there is one', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const complete = (id: string | undefined, domain: string, more: Record<string, unknown> = {}) => {
    const row = {
      id,
      domain,
      project_id: 'prj_a',
      organization_id: 'org_a',
      ended_at: new Date(),
      bundle_key: id,
      ...more,
    }
    const names = Object.keys(row)
    return client.query(
      `insert into export (status, progress, ${names}) values ('completed', 100, ${names.map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    )
  }
  try {
    await client.query('drop schema public cascade; create schema public')
    await client.query(
      'create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz default now())',
    )
    for (const { name, sql, checksum } of await readMigrations()) {
      if (name >= '0022') continue
      await client.query(sql)
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    }
    await client.query(`
      insert into organization (id, name, plan) values ('org_a', 'a', 'enterprise');
      insert into project (id, organization_id, name, repository, branch) values ('prj_a', 'org_a', 'a', 'r', 'main');
      insert into domain (name, organization_id, project_id)
        select name, 'org_a', 'prj_a' from unnest(array['a.test', 'b.test', 'c.test', 'd.test']) name`)
    await complete(old, 'a.test', { created_at: '2026-01-01' })
    await complete(whole, 'a.test', { created_at: '2026-01-02', requested_ref: 'main' })
    await complete(preview, 'a.test', { created_at: '2026-01-03', requested_ref: 'next' })
    await complete(partial, 'b.test', { requested_paths: ['index'] })
    await complete(expired, 'c.test', { retained_until: new Date(0) })
    await complete(soon, 'd.test', { retained_until: new Date(Date.now() + 86_400_000) })
    await client.query(`insert into export_remains values ($1, 'files', now() + interval '2 days')`, [soon])
    await migrate(database.url)
    const { rows } = await client.query('select name, current_export as id from domain order by name')
    expect(rows).toEqual([
      { name: 'a.test', id: whole },
      { name: 'b.test', id: partial },
      { name: 'c.test', id: null },
      { name: 'd.test', id: soon },
    ])
    const history = await client.query('select export_id, cause from publication order by domain')
    expect(history.rows).toEqual([whole, partial, soon].map((id) => ({ export_id: id, cause: 'upgrade' })))
    const kept = await client.query(
      `select retained_until, retention is not null as later, (select count(*)::int from export_remains where export_id = id) as due
       from export where id = $1`,
      [soon],
    )
    expect(kept.rows).toEqual([{ retained_until: null, later: true, due: 0 }])
  } finally {
    await client.end()
    await database.close()
  }
})
