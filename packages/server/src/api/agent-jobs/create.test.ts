import { agentJob, createAgentJob } from '@bindery/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant, type Tenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { type Answer, startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { waitForLocks } from '../../../testing/db/wait-for-locks.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { makeKey } from '../../core/keys/key-format.ts'
import type { LimitName } from '../../core/limits/limits.ts'
import { setLimit, setPlan } from '../../core/organizations/change-organization.ts'

const missing = 'prj_0000000000000000'
let api: TestApi
let tenant: Tenant
beforeAll(async () => {
  api = await startTestApi({ limits: { agentCreatesPerHour: 10_000, activeAgentJobs: 10_000 } })
  tenant = api.tenant
})
afterAll(() => api[Symbol.asyncDispose]())

const create = (body: object | string, headers: Record<string, string> = {}, { projectId, key } = tenant) =>
  api.send(`/v2/agent/${projectId}/job`, { key, body, headers })

async function makeLimited(name: LimitName, value: number): Promise<Tenant> {
  const made = await makeTenant(api.database.db)
  await setLimit(api.database.db, made.organizationId, { name, value }, operator)
  return made
}

async function countAgentJobs(projectId: string): Promise<number> {
  const { rows } = await api.database.pool.query('select count(*)::int from agent_job where project_id = $1', [
    projectId,
  ])
  return rows[0].count
}

test.each(refusalsOf(createAgentJob))('$status $promise', ({ run }) =>
  run(api, (key) => api.send(`/v2/agent/${missing}/job`, { key, body: { prompt: 'Do it.' } })),
)

describe('201', () => {
  test('the active job, where to poll it and when', async () => {
    const answer = await create({ prompt: 'Do it.', ref: 'next', model: 'n' })
    expect(answer.status).toBe(201)
    const job = agentJob.parse(answer.body)
    expect(job).toMatchObject({
      status: 'active',
      source: { repository: 'https://git.example.com/docs.git', ref: 'next' },
      model: 'n',
      prLink: null,
      archivedAt: null,
      changedFiles: [],
      usage: { inputTokens: 0, outputTokens: 0, steps: 0 },
    })
    const location = `/v2/agent/${tenant.projectId}/job/${job.id}`
    expect(answer.headers.get('location')).toBe(location)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(api.enqueued).toContain(`${job.id}:t1`)
    expect((await api.send(location, { key: tenant.key })).body).toEqual(answer.body)
  })

  test("without a ref and a model they are the project's branch and the default", async () => {
    expect((await create({ prompt: 'p' })).body).toMatchObject({ source: { ref: 'main' }, model: 'm' })
  })

  test('a project may have a model of its own', async () => {
    const { projectId } = await tenant.makeProject()
    await api.database.pool.query(`update project set model = '{"provider":"openai","model":"own"}' where id = $1`, [
      projectId,
    ])
    const ours = { ...tenant, projectId }
    expect((await create({ prompt: 'p' }, {}, ours)).body.model).toBe('own')
    expectRefusal(await create({ prompt: 'p', model: 'n' }, {}, ours), 'invalid_request')
  })

  test('no plan is needed', async () => {
    const free = await makeTenant(api.database.db)
    await setPlan(api.database.db, free.organizationId, 'free', operator)
    expect((await create({ prompt: 'p' }, {}, free)).status).toBe(201)
  })

  test('an instruction with any character, and the longest one', async () => {
    expect((await create({ prompt: 'a\u0000\ud800' })).status).toBe(201)
    expect((await create({ prompt: 'x'.repeat(32_000) })).status).toBe(201)
  })

  test('an API key in the instruction is kept nowhere', async () => {
    const { body } = await create({ prompt: `Use ${tenant.key} there.` })
    const { rows } = await api.database.pool.query(
      'select prompt, body from agent_job join agent_job_event on agent_job_id = id where id = $1',
      [body.id],
    )
    expect(rows).toEqual([{ prompt: 'Use [redacted] there.', body: { text: 'Use [redacted] there.' } }])
  })

  test('who created it, and from where, is in the audit', async () => {
    const { body } = await create({ prompt: 'p' }, { 'x-request-id': 'audit-1' })
    const { rows } = await api.database.pool.query('select * from audit where target = $1', [body.id])
    expect(rows).toMatchObject([{ action: 'agent-job.create', address: '127.0.0.1', request_id: 'audit-1' }])
  })

  test('the same Idempotency-Key and body give the first answer again, and use no quota', async () => {
    const limited = await makeLimited('agentCreatesPerHour', 1)
    const headers = { 'idempotency-key': 'a' }
    const first = await create({ prompt: 'p', ref: 'x' }, headers, limited)
    const second = await create({ ref: 'x', prompt: 'p' }, headers, limited)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await countAgentJobs(limited.projectId)).toBe(1)
  })

  test('a refused request leaves its Idempotency-Key free', async () => {
    const headers = { 'idempotency-key': 'retry' }
    expectRefusal(await create({ prompt: 'p', model: 'other' }, headers), 'invalid_request')
    expect((await create({ prompt: 'p' }, headers)).status).toBe(201)
  })
})

describe('400', () => {
  test.each([
    ['no body', ''],
    ['no prompt', {}],
    ['an empty prompt', { prompt: '' }],
    ['a prompt of 32,001 characters', { prompt: 'x'.repeat(32_001) }],
    ['a number', { prompt: 1 }],
    ['an impossible ref', { prompt: 'p', ref: '-x' }],
    ['a model outside the list', { prompt: 'p', model: 'other' }],
    ['an unknown field', { prompt: 'p', colour: 'red' }],
  ])('%s', async (_what, body) => {
    const answer = await create(body, { 'content-type': 'application/json' })
    expectRefusal(answer, 'invalid_request')
    expect(answer.body.details[0].path).toMatch(/^body/)
  })

  test('a model outside the list is told which are in it', async () => {
    const { body } = await create({ prompt: 'p', model: 'other' })
    expect(body.error).toBe('`model` must be one of m, n.')
  })

  test('what is no JSON', async () => {
    expectRefusal(await create('{"prompt":', { 'content-type': 'application/json' }), 'malformed_json')
  })

  test('an API key as Idempotency-Key', async () => {
    expectRefusal(await create({ prompt: 'p' }, { 'idempotency-key': makeKey() }), 'invalid_request')
  })
})

describe('404', () => {
  test("another organization's project, a missing one and nonsense answer the same bytes", async () => {
    const other = await makeTenant(api.database.db)
    const headers = { 'x-request-id': 'same' }
    const at = (projectId: string) => create({ prompt: 'p' }, headers, { ...tenant, projectId })
    const foreign = await at(other.projectId)
    expectRefusal(foreign, 'project_not_found')
    expect((await at(missing)).text).toBe(foreign.text)
    expect((await at('prj_%00')).text).toBe(foreign.text)
    expect(await countAgentJobs(other.projectId)).toBe(0)
  })

  test('a project that the key may not use', async () => {
    const { projectId } = await tenant.makeProject()
    const { key } = await tenant.makeKey({ projectIds: [projectId] })
    expect((await create({ prompt: 'p' }, {}, { ...tenant, projectId, key })).status).toBe(201)
    expectRefusal(await create({ prompt: 'p' }, {}, { ...tenant, key }), 'project_not_found')
  })
})

describe('409', () => {
  test('twenty requests with one key at once make one job; the others replay it or are told to wait', async () => {
    const before = await countAgentJobs(tenant.projectId)
    const headers = { 'idempotency-key': 'race' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ prompt: 'p' }, headers)))
    expect(await countAgentJobs(tenant.projectId)).toBe(before + 1)
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) expectRefusal(answer, 'idempotency_in_flight')
  })

  test('where the operator has configured no model, and what he should do', async () => {
    await using without = await startTestApi({ models: { default: null, allowed: [] } })
    const { projectId, key } = without.tenant
    const answer = await without.send(`/v2/agent/${projectId}/job`, { key, body: { prompt: 'p' } })
    expectRefusal(answer, 'model_not_configured')
    expect(answer.body.error).toContain('BINDERY_MODELS')
  })
})

describe('413', () => {
  test('a body over 64 KiB', async () => {
    expectRefusal(await create({ prompt: 'x'.repeat(70_000) }), 'body_too_large')
  })
})

describe('415', () => {
  test('text', async () => {
    expectRefusal(await create('p', { 'content-type': 'text/plain' }), 'unsupported_media_type')
  })
})

describe('422', () => {
  test('the same Idempotency-Key with another body, or for another project', async () => {
    const headers = { 'idempotency-key': 'mismatch' }
    await create({ prompt: 'p' }, headers)
    expectRefusal(await create({ prompt: 'q' }, headers), 'idempotency_mismatch')
    const { projectId } = await tenant.makeProject()
    expectRefusal(await create({ prompt: 'p' }, headers, { ...tenant, projectId }), 'idempotency_mismatch')
  })
})

describe('429', () => {
  test('of many at once exactly the quota of the project passes, and another project has its own', async () => {
    const limited = await makeLimited('agentCreatesPerHour', 3)
    await setLimit(api.database.db, limited.organizationId, { name: 'activeAgentJobs', value: 100 }, operator)
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ prompt: 'p' }, {}, limited)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status !== 201)) expectRefusal(answer, 'quota_exceeded')
    const { projectId } = await limited.makeProject()
    expect((await create({ prompt: 'p' }, {}, { ...limited, projectId })).status).toBe(201)
  })

  test('of many at once exactly as many are active as the organization may have; one that ended makes room', async () => {
    const limited = await makeLimited('activeAgentJobs', 3)
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ prompt: 'p' }, {}, limited)))
    const created = answers.filter(({ status }) => status === 201)
    expect(created).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status !== 201)) expectRefusal(answer, 'too_many_active')
    const path = `/v2/agent/${limited.projectId}/job/${created[0]!.body.id}/cancel`
    await api.send(path, { key: limited.key, method: 'POST' })
    expect((await create({ prompt: 'p' }, {}, limited)).status).toBe(201)
  })

  test('an organization without tokens or money left is refused before a job costs any, and another is not', async () => {
    const { pool } = api.database
    const use = (organization: string, output: number) =>
      pool.query(
        `insert into agent_usage (organization_id, day, model, input_tokens, output_tokens)
          values ($1, (now() at time zone 'UTC')::date, 'm', 1000, $2)`,
        [organization, output],
      )
    const tokens = await makeLimited('agentTokensPerMonth', 3_000)
    const money = await makeLimited('agentCostPerMonth', 15)
    expect((await create({ prompt: 'p' }, {}, tokens)).status).toBe(201)
    await use(tokens.organizationId, 2_000)
    // 1,000 tokens of input are 0.003 at 3 a million; 999,800 of output are 14.997.
    await use(money.organizationId, 999_800)
    for (const limited of [tokens, money]) {
      const jobs = countJobs(limited.organizationId)
      const before = await jobs()
      const answer = await create({ prompt: 'p' }, {}, limited)
      expectRefusal(answer, 'monthly_budget_spent')
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([403, null])
      expect(await jobs()).toBe(before)
    }
    expect((await create({ prompt: 'p' })).status).toBe(201)
    await pool.query(`update agent_usage set day = day - interval '32 days' where organization_id = $1`, [
      money.organizationId,
    ])
    expect((await create({ prompt: 'p' }, {}, money)).status).toBe(201)
  })

  test('of two at once, for two projects, one waits for the other and finds no place left', async () => {
    const limited = await makeLimited('activeAgentJobs', 1)
    const projects = [limited.projectId, (await limited.makeProject()).projectId]
    const answers: Promise<Answer>[] = []
    await api.database.db.transaction().execute(async (trx) => {
      // The first has its row and stops at its line of the audit log; the second comes as far as it may.
      await sql`lock table audit in access exclusive mode`.execute(trx)
      for (const [at, projectId] of projects.entries()) {
        answers.push(create({ prompt: 'p' }, {}, { ...limited, projectId }))
        await waitForLocks(api.database.pool, at + 1)
      }
    })
    const [first, second] = await Promise.all(answers)
    expect(first?.status).toBe(201)
    expectRefusal(second!, 'too_many_active')
  })
})

function countJobs(organization: string) {
  return async () =>
    (
      await api.database.pool.query('select count(*)::int as n from agent_job where organization_id = $1', [
        organization,
      ])
    ).rows[0].n as number
}
