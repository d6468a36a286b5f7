import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelServer } from '../../../../../deploy/local/model-server.ts'
import { regionSite } from '../../../testing/sites.ts'
import { type AgentJobBench, openAgentJobBench } from '../../../testing/workflows/agent-jobs/agent-job-bench.ts'
import { writeScripts } from '../../../testing/workflows/agent-jobs/write-scripts.ts'
import { lookedUp } from '../../core/access/looked-up.ts'
import { listExportSteps } from '../../core/operator/list-export-steps.ts'
import { agentJobPrefix } from '../../storage/object-keys.ts'
import { startWorker, type Worker } from '../start-worker.ts'

const model = createModelServer({ scriptsFolder: writeScripts() })
let bench: AgentJobBench
let worker: Worker
let organization: string
let project: string

beforeAll(async () => {
  await once(model.listen(0, '127.0.0.1'), 'listening')
  bench = await openAgentJobBench(`http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`)
  organization = await bench.exports.addOrganization()
  project = await bench.addProject(organization, regionSite)
  worker = await startWorker(bench.workerDeps)
})

afterAll(async () => {
  await worker?.stop()
  await bench?.close()
  model.closeAllConnections()
  model.close()
})

const query = async (text: string, ...values: unknown[]) => (await bench.exports.database.pool.query(text, values)).rows

/** All that the engine has of a job, as one text. */
async function readRecords(job: string): Promise<string> {
  const rows = await query(
    `select to_jsonb(o)::text as record from dbos.operation_outputs o where starts_with(workflow_uuid, $1)
     union all select to_jsonb(o)::text from dbos.workflow_output o where starts_with(workflow_uuid, $1)
     union all select to_jsonb(o)::text from dbos.workflow_status o where starts_with(workflow_uuid, $1)`,
    job,
  )
  return rows.map(({ record }) => record).join('\n')
}

const countEnded = async () => (await query('select from ended_work')).length

test('while an agent works the engine has the text of files, and soon after the end no more', async () => {
  const hanging = await bench.startAgentJob(project, 'Work. [script read-write-hang]')
  await expect.poll(() => readRecords(hanging)).toContain('written canary')
  const text = 'select status from dbos.workflow_status where workflow_uuid = $1'
  expect(await query(text, `${hanging}:t1`)).toEqual([{ status: 'PENDING' }])

  const ended = await bench.waitForEnd(await bench.startAgentJob(project, 'Look. [script read-finish]'))
  await expect.poll(() => readRecords(ended.id)).not.toMatch(/navigation|conventions|instruction/i)
  await expect.poll(() => readRecords(ended.id)).toBe('')
  const steps = await query('select name from job_step where workflow_id = $1', `${ended.id}:t1`)
  expect(steps.map(({ name }) => name)).toContain('ask')
  expect(await readRecords(hanging)).toContain('written canary')
  await bench.exports.engine.cancelAgentJob(hanging, 1)
})

test('a cancelled job leaves nothing in the bucket and no text in the engine', async () => {
  const agentJobId = await bench.startAgentJob(project, 'Work. [script read-write-hang]')
  await expect.poll(() => readRecords(agentJobId)).toContain('written canary')
  expect(await Array.fromAsync(bench.exports.store.list(agentJobPrefix(organization, agentJobId)))).not.toEqual([])
  await query(
    `update agent_job set status = 'failed', error_code = 'cancelled', error = 'The job was cancelled.' where id = $1`,
    agentJobId,
  )
  await expect.poll(countEnded).toBe(0)
  expect(await Array.fromAsync(bench.exports.store.list(agentJobPrefix(organization, agentJobId)))).toEqual([])
  expect(await readRecords(agentJobId)).not.toContain('written canary')
})

test('of an export the engine keeps nothing, and the rows of its steps stay', async () => {
  const { exports } = bench
  const { id } = await exports.waitForEnd(await exports.startExport(organization, project))
  await expect.poll(countEnded).toBe(0)
  expect(await readRecords(id)).toBe('')
  const steps = await listExportSteps(exports.database.db, lookedUp({ id }))
  expect(steps.map(({ name }) => name)).toEqual(expect.arrayContaining(['fetch-source', 'plan', 'render', 'finish']))
  expect(steps.every(({ endedAtMs }) => endedAtMs !== null)).toBe(true)
})
