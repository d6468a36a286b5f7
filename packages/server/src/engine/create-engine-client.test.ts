import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { createEngineClient, type EngineClient } from './create-engine-client.ts'
import { migrateEngine } from './migrate-engine.ts'
import { applicationVersion } from './settings.ts'

let database: TestDatabase
let engine: EngineClient

beforeAll(async () => {
  database = await createTestDatabase()
  await migrateEngine(database.url)
  const log = pino({ level: 'silent' })
  engine = await createEngineClient({ databaseUrl: database.url, pool: database.pool, log })
  await database.db.insertInto('organization').values({ id: 'org_a', name: 'A', plan: 'enterprise' }).execute()
})

afterAll(async () => {
  await engine.close()
  await database.close()
})

async function start(id: string, fate: 'commit' | 'rollback'): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('project')
      .values({ id, organization_id: 'org_a', name: id, repository: 'https://git.example/a', branch: 'main' })
      .execute()
    await engine.enqueueExport(trx, { exportId: id, organizationId: 'org_a' })
    if (fate === 'rollback') throw new Error('rolled back')
  })
}

async function readWorkflow(id: string) {
  const { rows } = await database.pool.query(
    `select status, queue_name, queue_partition_key, application_version, application_name
     from dbos.workflow_status where workflow_uuid = $1`,
    [id],
  )
  return rows
}

test('a committed transaction leaves the row and its work', async () => {
  await start('se_1', 'commit')
  expect(await readWorkflow('se_1')).toEqual([
    {
      status: 'ENQUEUED',
      queue_name: 'exports',
      queue_partition_key: 'org_a',
      application_version: applicationVersion,
      application_name: 'bindery',
    },
  ])
})

test('a rolled-back transaction leaves neither the row nor work', async () => {
  await expect(start('se_2', 'rollback')).rejects.toThrow('rolled back')
  expect(await readWorkflow('se_2')).toEqual([])
  expect(await database.db.selectFrom('project').where('id', '=', 'se_2').execute()).toEqual([])
})

test('enqueuing the same export twice is enqueuing it once', async () => {
  await database.db.transaction().execute(async (trx) => {
    await engine.enqueueExport(trx, { exportId: 'se_3', organizationId: 'org_a' })
    await engine.enqueueExport(trx, { exportId: 'se_3', organizationId: 'org_a' })
  })
  expect(await readWorkflow('se_3')).toHaveLength(1)
})

test('each turn of an agent job is work of its own, which alone is cancelled', async () => {
  await database.db.transaction().execute(async (trx) => {
    for (const turn of [1, 2, 2])
      await engine.enqueueAgentJob(trx, { agentJobId: 'aj_1', turn, organizationId: 'org_a' })
  })
  await engine.cancelAgentJob('aj_1', 1)
  expect(await readWorkflow('aj_1:t1')).toMatchObject([{ status: 'CANCELLED' }])
  expect(await readWorkflow('aj_1:t2')).toMatchObject([
    {
      status: 'ENQUEUED',
      queue_name: 'agent_jobs',
      queue_partition_key: 'org_a',
      application_version: applicationVersion,
    },
  ])
})

test('a rolled-back transaction leaves no work of an agent job either', async () => {
  const rolledBack = database.db.transaction().execute(async (trx) => {
    await engine.enqueueAgentJob(trx, { agentJobId: 'aj_2', turn: 1, organizationId: 'org_a' })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await readWorkflow('aj_2:t1')).toEqual([])
})
