import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/db/create-test-database.ts'
import type { Tables } from '../../../db/tables.ts'
import { migrateEngine } from '../../../engine/migrate-engine.ts'
import { listCancelledAgentJobWork } from './list-cancelled-agent-jobs.ts'

const agentJobs = 20_000
let database: TestDatabase

/** Agent jobs of two months, of which one in a hundred was cancelled: three within the last day. */
beforeAll(async () => {
  database = await createTestDatabase()
  await migrateEngine(database.url)
  await database.pool.query(`
    insert into organization (id, name, plan) values ('org_a', 'a', 'free');
    insert into project (id, organization_id, name, repository, branch)
      values ('prj_a', 'org_a', 'a', 'https://git.example/a', 'main');
    alter table agent_job disable trigger user;
    insert into agent_job (id, organization_id, project_id, repository, model, prompt, status, error_code, error, ended_at)
      select 'aj_' || lpad(to_hex(n), 16, '0'), 'org_a', 'prj_a', 'https://git.example/a', 'm', 'p', 'failed',
        case when n % 100 = 0 then 'cancelled' else 'timed_out' end, 'e', now() - n * interval '4 minutes'
      from generate_series(1, ${agentJobs}) as n;
    alter table agent_job enable trigger user;
    analyze agent_job`)
})
afterAll(() => database.close())

/** What Postgres would do for the statements that this sends. */
async function explain(ask: (db: Kysely<Tables>) => Promise<unknown>): Promise<string> {
  const sent: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool: database.pool })
  await ask(new Kysely<Tables>({ dialect, log: ({ query }) => void sent.push(query) }))
  const plans = sent.map(({ sql, parameters }) => database.pool.query(`explain ${sql}`, [...parameters]))
  return (await Promise.all(plans)).flatMap(({ rows }) => rows.map((row) => row['QUERY PLAN'])).join('\n')
}

test('of many agent jobs only those cancelled lately are looked at to find their work', async () => {
  const plan = await explain(listCancelledAgentJobWork)
  expect(plan).toContain('agent_job_cancelled')
  expect(plan).not.toContain('Seq Scan on agent_job')
})
