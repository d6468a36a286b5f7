import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantDomain } from '../../../testing/core/exports/plant-publications.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { defaultLimits } from '../limits/limits.ts'
import { makeId } from '../make-id.ts'
import { findSpentBudget, readMonthlyBudget } from './monthly-budget.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const prices = { currency: 'EUR', models: { large: { input: 3, output: 15 } } }

async function addAgentJob(site: { organizationId: string; projectId: string }, model: string) {
  const id = makeId('agentJob')
  await database.pool.query(
    `insert into agent_job (id, organization_id, project_id, repository, model, prompt) values ($1, $2, $3, 'r', $4, 'p')`,
    [id, site.organizationId, site.projectId, model],
  )
  return (inputTokens: number, outputTokens: number) =>
    database.pool.query('update agent_job set usage = $2 where id = $1', [
      id,
      JSON.stringify({ inputTokens, outputTokens, steps: 1 }),
    ])
}

test('what a job has used counts once, however often it is written, and stays when the project is deleted', async () => {
  const { db, pool } = database
  const site = await plantDomain(db)
  const question = { organizationId: site.organizationId, limits: defaultLimits, own: {}, prices }
  const write = await addAgentJob(site, 'large')
  for (const [input, output] of [
    [1_000_000, 0],
    [1_000_000, 0],
    [2_000_000, 100_000],
  ] as const)
    await write(input, output)
  await (await addAgentJob(site, 'unpriced'))(500, 500)
  const used = { tokens: 2_101_000, tokenLimit: null, cost: 7.5, costLimit: null }
  expect(await readMonthlyBudget(db, question)).toEqual(used)
  await pool.query('delete from agent_job where project_id = $1', [site.projectId])
  expect(await readMonthlyBudget(db, question)).toEqual(used)
})

test('a budget is spent when it is reached, and says which', async () => {
  const { db } = database
  const site = await plantDomain(db)
  await (await addAgentJob(site, 'large'))(1_000_000, 0)
  const ask = (own: object, limits = defaultLimits) =>
    findSpentBudget(db, { organizationId: site.organizationId, limits, own, prices })
  expect(await ask({})).toBeUndefined()
  expect(await ask({ agentTokensPerMonth: 1_000_001, agentCostPerMonth: 4 })).toBeUndefined()
  expect(await ask({ agentTokensPerMonth: 1_000_000 })).toContain('1,000,000 tokens')
  expect(await ask({ agentCostPerMonth: 3 })).toContain('3 EUR')
  const installation = { ...defaultLimits, agentTokensPerMonth: 10 }
  expect(await ask({}, installation)).toContain('10 tokens')
  expect(await ask({ agentTokensPerMonth: 0 }, installation)).toBeUndefined()
})
