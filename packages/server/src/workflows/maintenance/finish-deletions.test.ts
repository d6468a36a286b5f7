import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelServer } from '../../../../../deploy/local/model-server.ts'
import { smallSite } from '../../../testing/sites.ts'
import { type AgentJobBench, openAgentJobBench } from '../../../testing/workflows/agent-jobs/agent-job-bench.ts'
import { writeScripts } from '../../../testing/workflows/agent-jobs/write-scripts.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { deleteOrganization } from '../../core/organizations/delete-organization.ts'
import { deleteProject } from '../../core/projects/delete-project.ts'
import { engineWork } from '../../engine/workflow-records.ts'
import { organizationPrefix } from '../../storage/object-keys.ts'
import { startWorker, type Worker } from '../start-worker.ts'
import { finishDeletions } from './finish-deletions.ts'

const model = createModelServer({ scriptsFolder: writeScripts() })
let bench: AgentJobBench
let worker: Worker | undefined
/** Writes of these keys wait, and do not care whether their job was cancelled. */
const late = { keys: /^$/, written: [] as string[], go: Promise.withResolvers<void>() }

beforeAll(async () => {
  await once(model.listen(0, '127.0.0.1'), 'listening')
  bench = await openAgentJobBench(`http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`)
  const { store } = bench.exports
  const waitIfLate = async (key: string) => {
    if (!late.keys.test(key)) return
    late.written.push(key)
    await late.go.promise
  }
  const slowStore: typeof store = {
    ...store,
    async putBytes(key, ...rest) {
      await waitIfLate(key)
      return store.putBytes(key, ...rest)
    },
    async putFile(key, ...rest) {
      await waitIfLate(key)
      return store.putFile(key, ...rest)
    },
  }
  worker = await startWorker({ ...bench.workerDeps, store: slowStore })
})

afterAll(async () => {
  late.go.resolve()
  await worker?.stop()
  await bench?.close()
  model.closeAllConnections()
  model.close()
})

/** Two tenants with the same site. */
async function addTenants() {
  const add = async () => {
    const organization = await bench.exports.addOrganization()
    return { organization, project: await bench.addProject(organization, smallSite) }
  }
  return [await add(), await add()] as const
}

async function listKeys(organization: string): Promise<string[]> {
  return Array.fromAsync(bench.exports.store.list(organizationPrefix(organization)))
}

async function countRecords(organization: string): Promise<number> {
  const { rows } = await bench.exports.database.pool.query(
    `select count(*)::int as n from dbos.workflow_status where queue_partition_key = $1`,
    [organization],
  )
  return rows[0].n
}

async function countSteps(organization: string): Promise<number> {
  const { rows } = await bench.exports.database.pool.query(
    `select count(*)::int as n from job_step join export on export.id = split_part(workflow_id, ':', 1)
     where organization_id = $1`,
    [organization],
  )
  return rows[0].n
}

/** Records whose workflow is gone, which nothing would ever find again. */
async function countOrphans(): Promise<number> {
  const { rows } = await bench.exports.database.pool.query(
    `select count(*)::int as n from (select workflow_uuid from dbos.operation_outputs
       union all select workflow_uuid from dbos.workflow_input union all select workflow_uuid from dbos.workflow_output) r
     where not exists (select from dbos.workflow_status s where s.workflow_uuid = r.workflow_uuid)`,
  )
  return rows[0].n
}

const countDeletions = async () =>
  (await bench.exports.database.db.selectFrom('deletion').select('id').execute()).length

async function expectGone(organization: string): Promise<void> {
  await expect.poll(countDeletions).toBe(0)
  expect(await listKeys(organization)).toEqual([])
  expect(await countRecords(organization)).toBe(0)
  expect(await countOrphans()).toBe(0)
  expect(await countLostSteps()).toBe(0)
}

/** Steps of jobs that are gone. */
async function countLostSteps(): Promise<number> {
  const { rows } = await bench.exports.database.pool.query(
    `select count(*)::int as n from job_step where split_part(workflow_id, ':', 1) not in
       (select id from export union all select id from agent_job)`,
  )
  return rows[0].n
}

test('of a deleted project nothing is left in the bucket and in the engine; its neighbour loses nothing', async () => {
  const [gone, stays] = await addTenants()
  const { exports } = bench
  for (const { organization, project } of [gone, stays]) {
    expect(await exports.waitForEnd(await exports.startExport(organization, project))).toMatchObject({
      status: 'completed',
    })
  }
  await bench.waitForEnd(await bench.startAgentJob(gone.project, 'Look. [script read-finish]'))
  await bench.startAgentJob(gone.project, 'Work. [script read-write-hang]')
  await exports.startExport(gone.organization, gone.project)
  const before = [await listKeys(stays.organization), await countSteps(stays.organization)]
  await deleteProject(exports.database.db, operatorScope, gone.project, operator)
  await expectGone(gone.organization)
  expect([await listKeys(stays.organization), await countSteps(stays.organization)]).toEqual(before)
})

test.each([
  ['a patch', /patch-\d+\.json$/, 'agent_job'],
  ['a plan', /\/plan/, 'export'],
] as const)('a worker that writes %s long after the deletion leaves nothing', async (_, keys, kind) => {
  const [gone] = await addTenants()
  const { exports } = bench
  Object.assign(late, { keys, written: [], go: Promise.withResolvers<void>() })
  if (kind === 'agent_job') await bench.startAgentJob(gone.project, 'Work. [script read-write-hang]')
  else await exports.startExport(gone.organization, gone.project)
  await expect.poll(() => late.written.length).toBeGreaterThan(0)
  await deleteOrganization(exports.database.db, gone.organization, operator)
  // Each time that a worker looks at it again it is due at another time.
  const due = new Set<number>()
  await expect
    .poll(async () => {
      const [row] = await exports.database.db.selectFrom('deletion').select('due_at').execute()
      return due.add(row?.due_at.getTime() ?? 0).size
    })
    .toBeGreaterThan(6)
  expect(due).not.toContain(0)
  late.go.resolve()
  await expectGone(gone.organization)
  late.keys = /^$/
})

test('a storage that refuses one tenant does not keep the others waiting, and nothing beside them is touched', async () => {
  const { db } = bench.exports.database
  const rows = [
    { organization_id: 'org_refused', prefixes: ['org/org_refused/'], workflows: [] },
    { organization_id: 'org_wrong', prefixes: ['org/org_other/'], workflows: [] },
    { organization_id: 'org_empty', prefixes: ['org/org_empty/'], workflows: [] },
  ]
  await worker?.stop()
  worker = undefined
  await db.insertInto('deletion').values(rows).execute()
  const asked: string[] = []
  const store = {
    async deletePrefix(prefix: string) {
      asked.push(prefix)
      if (prefix.includes('refused')) throw new Error('The storage is tired.')
      return 0
    },
    abortUploads: async () => 0,
  }
  const parts = { db, work: engineWork, store, log: bench.exports.log }
  await expect(finishDeletions(parts, new AbortController().signal)).rejects.toThrow('The storage is tired.')
  expect(asked).toEqual(['org/org_refused/', 'org/org_empty/'])
  const left = await db.selectFrom('deletion').select('organization_id').orderBy('id').execute()
  expect(left.map((row) => row.organization_id)).toEqual(['org_refused', 'org_wrong'])
  await db.deleteFrom('deletion').execute()
})
