import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantAgentJob } from '../../../testing/core/agent-jobs/plant-agent-job.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { operator } from '../audit/record-audit.ts'
import { makeKey } from '../keys/key-format.ts'
import { makeId } from '../make-id.ts'
import { StaleAgentJob } from './agent-job-failure.ts'
import { beginAgentJob } from './turns/begin-agent-job.ts'
import { completeAgentJob } from './turns/complete-agent-job.ts'
import { failAgentJob } from './turns/fail-agent-job.ts'
import type { AgentJobTurn } from './turns/hold-turn.ts'
import { recordBase } from './turns/record-base.ts'
import { recordEvents } from './turns/record-events.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const limits = JSON.stringify({ sitePages: 5 })
  await db.insertInto('organization').values({ id: 'org_a', name: 'A', plan: 'free', limits }).execute()
  const repository = 'https://git.example/a'
  await db
    .insertInto('project')
    .values({ id: 'prj_a', organization_id: 'org_a', name: 'a', repository, branch: 'main', git_host: 'gitea' })
    .execute()
})
afterAll(() => database.close())

async function beginTurn(prompt = 'Do it.'): Promise<AgentJobTurn> {
  const request = {
    projectId: 'prj_a',
    ref: null,
    model: 'm',
    prompt,
    state: { status: 'active', prLink: null },
  } as const
  const { id } = await plantAgentJob(database.db, request, operator)
  return { agentJobId: id, turn: 1 }
}

const read = ({ agentJobId }: AgentJobTurn) =>
  database.db.selectFrom('agent_job').selectAll().where('id', '=', agentJobId).executeTakeFirstOrThrow()

const readEvents = ({ agentJobId }: AgentJobTurn) =>
  database.db
    .selectFrom('agent_job_event')
    .selectAll()
    .where('agent_job_id', '=', agentJobId)
    .orderBy('position')
    .execute()

const usage = (steps: number) => ({ inputTokens: 100 * steps, outputTokens: 10 * steps, steps })
const event = (n: number, text = 'a') => ({ n, kind: 'answer', body: { text } }) as const
const result = {
  prLink: 'https://git.example/a/pulls/1',
  headCommit: 'c1',
  title: 'Title',
  summary: 'Summary.',
  changedFiles: ['b.mdx', 'a.mdx'],
  usage: usage(3),
}

test('a turn begins with what the job and its project say', async () => {
  const turn = await beginTurn()
  expect(await beginAgentJob(database.db, turn)).toEqual({
    agentJobId: turn.agentJobId,
    turn: 1,
    organizationId: 'org_a',
    projectId: 'prj_a',
    repository: 'https://git.example/a',
    ref: 'main',
    docsPath: '',
    gitHost: 'gitea',
    gitApiUrl: null,
    model: 'm',
    projectModel: null,
    instruction: 'Do it.',
    startedAt: expect.any(Number),
    earlier: [],
    branch: `bindery/${turn.agentJobId}`,
    headCommit: null,
    prLink: null,
    limits: { sitePages: 5 },
  })
})

test('a job whose project has moved to another repository fails and says so', async () => {
  const turn = await beginTurn()
  await database.pool.query(`update agent_job set repository = 'https://git.example/old' where id = $1`, [
    turn.agentJobId,
  ])
  await expect(beginAgentJob(database.db, turn)).rejects.toMatchObject({ code: 'repository_changed' })
})

test('an event that is written again is replaced, and usage is that of the turn', async () => {
  const turn = await beginTurn()
  await recordEvents(database.db, turn, [event(1), event(2)], usage(1))
  await recordEvents(database.db, turn, [event(2, 'other'), event(3)], usage(2))
  expect((await readEvents(turn)).map(({ position, body }) => [position, body.text])).toEqual([
    ['100000', 'Do it.'],
    ['100001', 'a'],
    ['100002', 'other'],
    ['100003', 'a'],
  ])
  expect((await read(turn)).usage).toEqual(usage(2))
})

test('a turn that is completed again is completed once', async () => {
  const turn = await beginTurn()
  await recordBase(database.db, turn, 'c0')
  await completeAgentJob(database.db, turn, result)
  const before = await read(turn)
  await completeAgentJob(database.db, turn, result)
  expect(await read(turn)).toEqual(before)
  expect(before).toMatchObject({
    status: 'completed',
    pr_link: result.prLink,
    title: 'Title',
    summary: 'Summary.',
    changed_files: ['a.mdx', 'b.mdx'],
    base_commit: 'c0',
    head_commit: 'c1',
    usage: usage(3),
  })
  expect(before.ended_at).toBeInstanceOf(Date)
  const { position, kind, body } = (await readEvents(turn)).at(-1)!
  expect({ position, kind, status: body.status }).toEqual({ position: '199999', kind: 'ended', status: 'completed' })
})

test('a turn that failed says why, once', async () => {
  const turn = await beginTurn()
  await failAgentJob(database.db, turn, { code: 'budget_spent', message: 'All tokens are spent.', usage: usage(9) })
  await failAgentJob(database.db, turn, { code: 'budget_spent', message: 'All tokens are spent.', usage: usage(9) })
  const row = await read(turn)
  expect(row).toMatchObject({ status: 'failed', error_code: 'budget_spent', error: 'All tokens are spent.' })
  expect(row.usage).toEqual(usage(9))
  expect(await readEvents(turn)).toHaveLength(2)
})

describe('whoever wakes up late changes nothing', () => {
  const late: Record<string, (turn: AgentJobTurn) => Promise<unknown>> = {
    beginAgentJob: (turn) => beginAgentJob(database.db, turn),
    recordEvents: (turn) => recordEvents(database.db, turn, [event(7)], usage(9)),
    recordBase: (turn) => recordBase(database.db, turn, 'late'),
    completeAgentJob: (turn) => completeAgentJob(database.db, turn, result),
    failAgentJob: (turn) => failAgentJob(database.db, turn, { code: 'internal_error', message: 'Late.' }),
  }

  test.each(Object.entries(late))(
    '%s of a job that was cancelled, that is in another turn, or is gone',
    async (_name, act) => {
      const turn = await beginTurn()
      await failAgentJob(database.db, turn, { code: 'cancelled', message: 'Cancelled.' })
      const before = [await read(turn), await readEvents(turn)]
      await expect(act(turn)).rejects.toThrow(StaleAgentJob)
      expect([await read(turn), await readEvents(turn)]).toEqual(before)
      await expect(act({ ...(await beginTurn()), turn: 2 })).rejects.toThrow(StaleAgentJob)
      await expect(act({ agentJobId: makeId('agentJob'), turn: 1 })).rejects.toThrow(StaleAgentJob)
    },
  )
})

test('of two that end a turn at the same moment exactly one does, twenty times', async () => {
  for (let i = 0; i < 20; i++) {
    const turn = await beginTurn()
    const outcomes = await Promise.allSettled([
      completeAgentJob(database.db, turn, result),
      failAgentJob(database.db, turn, { code: 'cancelled', message: 'Cancelled.' }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [completed] = outcomes
    expect((await read(turn)).status).toBe(completed.status === 'fulfilled' ? 'completed' : 'failed')
    expect(await readEvents(turn)).toHaveLength(2)
  }
})

test('no secret is kept, in whatever is written', async () => {
  const key = makeKey()
  const known = 'hunter2-token'
  const turn = await beginTurn(`Use ${key}.`)
  await recordEvents(database.db, turn, [{ n: 1, kind: 'tool', body: { deep: [{ [key]: known }] } }], undefined, [
    known,
  ])
  await failAgentJob(database.db, turn, { code: 'push_refused', message: `Refused: ${known} ${key}` }, [known])
  const kept = JSON.stringify([await read(turn), await readEvents(turn)])
  expect(kept).not.toContain(key)
  expect(kept).not.toContain(known)
  expect((await read(turn)).error).toBe('Refused: [redacted] [redacted]')
})
