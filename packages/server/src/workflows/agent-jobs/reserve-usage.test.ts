import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createModelServer } from '../../../../../deploy/local/model-server.ts'
import { regionSite } from '../../../testing/sites.ts'
import { type AgentJobBench, openAgentJobBench } from '../../../testing/workflows/agent-jobs/agent-job-bench.ts'
import { writeScripts } from '../../../testing/workflows/agent-jobs/write-scripts.ts'
import { cancelAgentJob } from '../../core/agent-jobs/cancel-agent-job.ts'
import { reserveUsage } from '../../core/agent-jobs/turns/reserve-usage.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { noPrices } from '../../core/usage/model-prices.ts'
import { readMonthlyBudget } from '../../core/usage/monthly-budget.ts'
import { startWorker, type Worker } from '../start-worker.ts'

const model = createModelServer({ scriptsFolder: writeScripts() })
let bench: AgentJobBench
let organization: string
let project: string
const workers: Worker[] = []

beforeAll(async () => {
  await once(model.listen(0, '127.0.0.1'), 'listening')
  bench = await openAgentJobBench(`http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`)
  workers.push(await startWorker(bench.workerDeps))
})
beforeEach(async () => {
  organization = await bench.exports.addOrganization()
  project = await bench.addProject(organization, regionSite)
})
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  await bench?.close()
  model.closeAllConnections()
  model.close()
})

const db = () => bench.exports.database.db
const budget = (own = {}) => ({ organizationId: organization, limits: defaultLimits, own, prices: noPrices })
const month = async () => (await readMonthlyBudget(db(), budget())).tokens
const usageOf = async (id: string) =>
  (await db().selectFrom('agent_job').select('usage').where('id', '=', id).executeTakeFirstOrThrow()).usage

/** The third call of this script never returns. */
async function startHanging(): Promise<string> {
  const id = await bench.startAgentJob(project, '[script read-write-hang]')
  await vi.waitFor(async () => expect((await usageOf(id)).steps).toBe(3), { timeout: 60_000, interval: 50 })
  return id
}

test('a job that is cancelled during a model call counts an estimate of that call', async () => {
  const id = await startHanging()
  const caller = { organization_id: organization, project_ids: null, limits: {} }
  const cancelAgentJobWork = (agentJobId: string, turn: number) => bench.exports.engine.cancelAgentJob(agentJobId, turn)
  await cancelAgentJob(
    { db: db(), cancelAgentJobWork },
    { caller, projectId: project, agentJobId: id, actor: operator },
  )
  const row = await bench.waitForEnd(id)
  expect(row).toMatchObject({ status: 'failed', error_code: 'cancelled', usage: { steps: 3 } })
  const { inputTokens, outputTokens } = row.usage
  expect(outputTokens).toBeGreaterThan(1_000)
  expect(await month()).toBe(inputTokens + outputTokens)
})

test('an answer replaces the estimate, and the month counts what was used', async () => {
  const row = await bench.waitForEnd(await bench.startAgentJob(project, '[script read-finish]'))
  const { inputTokens, outputTokens } = row.usage
  const answers = (await bench.listEvents(row.id)).filter(({ kind }) => kind === 'answer')
  const used = answers.map(({ body }) => body.usage as typeof row.usage)
  expect(row.usage).toEqual({
    inputTokens: used.reduce((sum, one) => sum + one.inputTokens, 0),
    outputTokens: used.reduce((sum, one) => sum + one.outputTokens, 0),
    steps: answers.length,
  })
  expect(await month()).toBe(inputTokens + outputTokens)
})

const settled = { inputTokens: 0, outputTokens: 0, steps: 0 }
const estimate = { inputTokens: 600, outputTokens: 400, steps: 1 }

async function plantTurn() {
  const { id } = await db()
    .insertInto('agent_job')
    .values({ id: `aj_${crypto.randomUUID()}`, ...owner(), repository: 'r', model: 'm', prompt: 'p' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { agentJobId: id, turn: 1 }
}
const owner = () => ({ organization_id: organization, project_id: project })

test('a step that runs again reserves its call once, also when its own estimate reaches the budget', async () => {
  const turn = await plantTurn()
  for (let attempt = 0; attempt < 3; attempt++) {
    await reserveUsage(db(), turn, { settled, estimate }, budget({ agentTokensPerMonth: 900 }))
    expect(await month()).toBe(1_000)
  }
})

test('of many jobs at once, calls exceed the budget of the month by less than one estimate', async () => {
  const turns = await Promise.all(Array.from({ length: 12 }, plantTurn))
  const own = { agentTokensPerMonth: 4_500 }
  const reserved = await Promise.allSettled(
    turns.map((turn) => reserveUsage(db(), turn, { settled, estimate }, budget(own))),
  )
  expect(reserved.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const [refused] = reserved.filter((one) => one.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'monthly_budget_spent' })
  expect(await month()).toBe(5_000)
})
