import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelServer } from '../../../../../deploy/local/model-server.ts'
import { regionSite } from '../../../testing/sites.ts'
import {
  type AgentJobBench,
  type AgentJobRow,
  openAgentJobBench,
} from '../../../testing/workflows/agent-jobs/agent-job-bench.ts'
import { failAgentJob } from '../../core/agent-jobs/turns/fail-agent-job.ts'
import { agentJobPrefix } from '../../storage/object-keys.ts'
import { startWorker, type Worker } from '../start-worker.ts'

const model = createModelServer()
let bench: AgentJobBench
let worker: Worker
let project: string

beforeAll(async () => {
  await once(model.listen(0, '127.0.0.1'), 'listening')
  bench = await openAgentJobBench(`http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`)
  const organization = await bench.exports.addOrganization()
  project = await bench.addProject(organization, regionSite)
  worker = await startWorker(bench.workerDeps)
})

afterAll(async () => {
  await worker?.stop()
  await bench?.close()
  model.closeAllConnections()
  model.close()
})

async function runJob(prompt: string) {
  return bench.waitForEnd(await bench.startAgentJob(project, prompt))
}

test('an instruction that needs no change completes without a pull request, and says why', async () => {
  const row = await runJob('Say something that the quickstart says already.')
  expect(row).toMatchObject({
    status: 'completed',
    pr_link: null,
    head_commit: null,
    changed_files: [],
    summary: 'The quickstart already says what the instruction asks for, so nothing was changed.',
  })
  expect(row.usage.steps).toBe(2)
  const events = await bench.listEvents(row.id)
  expect(events.map(({ kind }) => kind)).toEqual(['instruction', 'answer', 'tool', 'answer', 'tool', 'ended'])
})

test('a model that breaks a link and cannot fix it fails the job, which names the link', async () => {
  const row = await runJob('Please break a link and leave it.')
  expect(row).toMatchObject({ status: 'failed', error_code: 'checks_failed', pr_link: null })
  expect(row.error).toMatch(/quickstart\.mdx:\d+: .*regions/)
  await expect.poll(() => countObjects(row)).toBe(0)
})

test('a job that could not push fails before the model is asked anything', async () => {
  const { database, addProject, addRepository } = bench.exports
  const organization = (await database.db.selectFrom('project').select('organization_id').executeTakeFirstOrThrow())
    .organization_id
  const unable = await addProject(organization, addRepository(regionSite))
  const run = async () => {
    const row = await bench.waitForEnd(await bench.startAgentJob(unable, 'Say something new.'))
    expect(row.usage).toMatchObject({ inputTokens: 0, outputTokens: 0, steps: 0 })
    return [row.status, row.error_code, row.error]
  }
  expect(await run()).toEqual(['failed', 'git_host_unknown', expect.stringContaining("Set the project's git host")])
  await database.db.updateTable('project').set({ git_host: 'gitea' }).where('id', '=', unable).execute()
  expect(await run()).toEqual(['failed', 'authentication_failed', expect.stringContaining('has no credential')])
})

test('an agent job whose work the engine was not told to stop is stopped all the same', async () => {
  const { database } = bench.exports
  const agentJobId = await bench.startAgentJob(project, 'Wait for a model that does not answer. [faults hang]')
  const readWorkflow = async () => {
    const text = 'select status from dbos.workflow_status where workflow_uuid = $1'
    return (await database.pool.query(text, [`${agentJobId}:t1`])).rows[0]?.status
  }
  await expect.poll(isAsked).toBe(true)
  expect(await readWorkflow()).toBe('PENDING')
  await failAgentJob(database.db, { agentJobId, turn: 1 }, { code: 'cancelled', message: 'The job was cancelled.' })
  await expect.poll(readWorkflow).toBe('CANCELLED')
  expect(await bench.waitForEnd(agentJobId)).toMatchObject({ status: 'failed', error_code: 'cancelled' })
})

test('an agent job that the engine has given up fails, and says so', async () => {
  const { database } = bench.exports
  const agentJobId = await bench.startAgentJob(project, 'Wait for a model that does not answer. [faults hang hang]')
  const text = `update dbos.workflow_status set status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' where workflow_uuid = $1`
  await database.pool.query(text, [`${agentJobId}:t1`])
  const row = await bench.waitForEnd(agentJobId)
  expect(row).toMatchObject({ status: 'failed', error_code: 'internal_error' })
  expect(row.error).toContain('given up')
})

/** Until the model is asked, an ended agent job is noticed by its own steps and needs no stopping. */
async function isAsked(): Promise<boolean> {
  const counts = await fetch(`http://127.0.0.1:${(model.address() as AddressInfo).port}/calls`)
  return (await counts.text()).includes('[faults hang]')
}

async function countObjects({ organization_id, id }: AgentJobRow): Promise<number> {
  let count = 0
  for await (const _ of bench.exports.store.list(agentJobPrefix(organization_id, id))) count += 1
  return count
}
