import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelServer } from '../../../../../deploy/local/model-server.ts'
import { askGitea, createGiteaRepository, runningGitea } from '../../../../../deploy/local/seed-gitea.ts'
import { regionSite } from '../../../testing/sites.ts'
import { type AgentJobBench, openAgentJobBench } from '../../../testing/workflows/agent-jobs/agent-job-bench.ts'
import { operatorScope } from '../../core/access/scope.ts'
import { messageAgentJob } from '../../core/agent-jobs/create/message-agent-job.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { setCredential } from '../../core/credentials/set-credential.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { suspend } from '../../core/organizations/change-organization.ts'
import { noPrices } from '../../core/usage/model-prices.ts'
import type { KeyRow } from '../../db/statements/key-row.ts'
import { startWorker, type Worker } from '../start-worker.ts'

const gitea = runningGitea()
const credentialKeys = { current: Buffer.alloc(32, 'test'), previous: [] }
const actor = operator
const model = createModelServer()
const repositories: string[] = []
let bench: AgentJobBench
let worker: Worker
let organization: string

beforeAll(async () => {
  await once(model.listen(0, '127.0.0.1'), 'listening')
  bench = await openAgentJobBench(`http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`)
  organization = await bench.exports.addOrganization()
  worker = await startWorker({
    ...bench.workerDeps,
    credentialKeys,
    git: { policy: { allowedHosts: [gitea.url] } },
  })
})

afterAll(async () => {
  await worker?.stop()
  await bench?.close()
  model.closeAllConnections()
  model.close()
  for (const name of repositories) await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
})

/** A project whose repository, alone on Gitea, holds the small site. */
async function addProject(token = gitea.token): Promise<{ id: string; name: string }> {
  const name = `agent-job-${randomBytes(4).toString('hex')}`
  repositories.push(name)
  const { url } = await createGiteaRepository(gitea, name, regionSite)
  const id = await bench.exports.addProject(organization, url)
  const { db } = bench.exports.database
  await db.updateTable('project').set({ git_host: 'gitea' }).where('id', '=', id).execute()
  await setCredential(db, operatorScope, { projectId: id, credential: { secret: token } }, actor, credentialKeys)
  return { id, name }
}

interface Pull {
  number: number
  title: string
  body: string
  html_url: string
  head: { ref: string }
}

async function listPulls(name: string): Promise<Pull[]> {
  return (await askGitea<Pull[]>(gitea, `/repos/${gitea.owner}/${name}/pulls?state=all`)) ?? []
}

async function listCommits(name: string, branch: string): Promise<number> {
  const path = `/repos/${gitea.owner}/${name}/compare/main...${encodeURIComponent(branch)}`
  return (await askGitea<{ total_commits: number }>(gitea, path))?.total_commits ?? 0
}

const region = 'Document the new `--region` flag in the CLI page and link it from the quickstart.'

test('an instruction becomes a pull request of exactly the pages it names; a message adds a commit to it', async () => {
  const { id, name } = await addProject()
  const agentJobId = await bench.startAgentJob(id, region)
  const first = await bench.waitForEnd(agentJobId)
  expect(first).toMatchObject({ status: 'completed', error: null, changed_files: ['cli.mdx', 'quickstart.mdx'] })
  const [pull, ...others] = await listPulls(name)
  expect(others).toEqual([])
  expect(pull).toMatchObject({ title: 'Document the --region flag', html_url: first.pr_link })
  expect(pull?.body).toContain('`cli.mdx`')
  expect(pull?.body).toContain(agentJobId)
  expect(await listCommits(name, first.branch)).toBe(1)

  const { db } = bench.exports.database
  const caller = { organization_id: organization, project_ids: null, limits: {} } as unknown as KeyRow
  const deps = { db, enqueueAgentJob: bench.exports.engine.enqueueAgentJob, limits: defaultLimits, prices: noPrices }
  const prompt = 'Add one sentence more on regions.'
  await messageAgentJob(deps, { caller, projectId: id, agentJobId, prompt, idempotencyKey: undefined, actor })
  const second = await bench.waitForEnd(agentJobId)
  expect(second).toMatchObject({ status: 'completed', pr_link: first.pr_link, turn: 2 })
  expect(await listPulls(name)).toHaveLength(1)
  expect(await listCommits(name, first.branch)).toBe(2)
  expect(second.usage.steps).toBeGreaterThan(first.usage.steps)
})

test('a model that breaks a link is sent back, and fixes it', async () => {
  const { id, name } = await addProject()
  const row = await bench.waitForEnd(await bench.startAgentJob(id, 'Please break a link and fix it.'))
  expect(row).toMatchObject({ status: 'completed', changed_files: ['quickstart.mdx'] })
  const checks = (await bench.listEvents(row.id)).filter(({ kind }) => kind === 'check')
  expect(checks.map(({ body }) => body.found)).toEqual([1, 0])
  expect(await listPulls(name)).toHaveLength(1)
})

test('a token that the git host no longer takes fails the job with a sentence, and stands nowhere', async () => {
  const token = 'f'.repeat(40)
  const { id } = await addProject(token)
  const row = await bench.waitForEnd(await bench.startAgentJob(id, region))
  expect(row).toMatchObject({ status: 'failed', error_code: 'authentication_failed', pr_link: null })
  expect(JSON.stringify([row, await bench.listEvents(row.id)])).not.toContain(token)
})

test('a protected branch is told apart from other refusals', async () => {
  const { id, name } = await addProject()
  const rule = { rule_name: 'bindery/**', enable_push: false }
  await askGitea(gitea, `/repos/${gitea.owner}/${name}/branch_protections`, { method: 'POST', body: rule })
  const row = await bench.waitForEnd(await bench.startAgentJob(id, region))
  expect(row).toMatchObject({ status: 'failed', error_code: 'branch_protected' })
})

test('a repository that is gone is not found', async () => {
  const { id, name } = await addProject()
  await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
  const row = await bench.waitForEnd(await bench.startAgentJob(id, region))
  expect(row).toMatchObject({ status: 'failed', error_code: 'repository_not_found' })
})

test('a model that never ends spends its budget, and the job says which', async () => {
  const { id } = await addProject()
  const { db } = bench.exports.database
  await db
    .updateTable('organization')
    .set({ limits: JSON.stringify({ agentJobSteps: 6 }) })
    .where('id', '=', organization)
    .execute()
  const row = await bench.waitForEnd(await bench.startAgentJob(id, 'Please never come to an end.'))
  await db.updateTable('organization').set({ limits: '{}' }).where('id', '=', organization).execute()
  expect(row).toMatchObject({ status: 'failed', error_code: 'budget_spent' })
  expect(row.error).toContain('steps')
})

test('a job that runs when the budget of the month is used up ends before its next question', async () => {
  const { id } = await addProject()
  const { db } = bench.exports.database
  await db
    .updateTable('organization')
    .set({ limits: JSON.stringify({ agentTokensPerMonth: 1 }) })
    .where('id', '=', organization)
    .execute()
  const row = await bench.waitForEnd(await bench.startAgentJob(id, 'Please never come to an end.'))
  await db.updateTable('organization').set({ limits: '{}' }).where('id', '=', organization).execute()
  expect(row).toMatchObject({ status: 'failed', error_code: 'monthly_budget_spent' })
  expect(row.usage.steps).toBeLessThanOrEqual(1)
})

test('a running job of an organization that is suspended ends before its next request to the model', async () => {
  const { id } = await addProject()
  const { db } = bench.exports.database
  const agentJobId = await bench.startAgentJob(id, 'Please never come to an end.')
  await expect
    .poll(() => bench.listEvents(agentJobId), { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ kind: 'answer' }))
  await suspend(db, organization, true, operator)
  const row = await bench.waitForEnd(agentJobId)
  await suspend(db, organization, false, operator)
  expect(row).toMatchObject({ status: 'failed', error_code: 'organization_suspended', pr_link: null })
})
