import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ModelAgentJob, moveModel, newModel } from '../../../testing/core/agent-jobs/model-agent-job.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import type { Caller } from '../access/caller.ts'
import { AppError } from '../app-error.ts'
import { operator } from '../audit/record-audit.ts'
import { defaultLimits } from '../limits/limits.ts'
import { noPrices } from '../usage/model-prices.ts'
import { type AgentJobErrorCode, StaleAgentJob } from './agent-job-failure.ts'
import { toColumns } from './agent-job-state.ts'
import { archiveAgentJob, unarchiveAgentJob } from './archive-agent-job.ts'
import { cancelAgentJob } from './cancel-agent-job.ts'
import { createAgentJob } from './create/create-agent-job.ts'
import { messageAgentJob } from './create/message-agent-job.ts'
import { type AgentJobMove, type AgentJobState, IllegalMove, moveAgentJob } from './move-agent-job.ts'
import { completeAgentJob } from './turns/complete-agent-job.ts'
import { failAgentJob } from './turns/fail-agent-job.ts'

const caller = { organization_id: 'org_a', project_ids: null, limits: {} } as unknown as Caller
const many = { agentCreatesPerHour: 1e9, agentMessagesPerHour: 1e9, activeAgentJobs: 1e9 }
const usage = { inputTokens: 1, outputTokens: 1, steps: 1 }

const links = fc.constantFrom(null, 'https://git.example.com/docs/pulls/1', 'https://git.example.com/docs/pulls/2')

/** Any moves in any order; most of them are refused in most states. */
const someMoves: fc.Arbitrary<AgentJobMove[]> = fc.array(
  fc.oneof(
    fc.record({ move: fc.constant('complete' as const), prLink: links }),
    fc.record({
      move: fc.constant('fail' as const),
      errorCode: fc.constantFrom('cancelled', 'timed_out'),
      error: fc.constant('It failed.'),
    }),
    fc.record({ move: fc.constant('message' as const) }),
    fc.record({ move: fc.constant('archive' as const), at: fc.constant(new Date(0)) }),
    fc.record({ move: fc.constant('unarchive' as const) }),
  ),
  { maxLength: 12 },
)

test('10,000 sequences of any moves end as the model says, and each refusal has its code', () => {
  fc.assert(
    fc.property(someMoves, (sequence) => {
      const model = newModel()
      let state: AgentJobState = { status: 'active', prLink: null }
      for (const move of sequence) {
        const refusal = moveModel(model, move)
        if (refusal) assert.equal(codeOf(state, move), refusal)
        else state = moveAgentJob(state, move)
        const { status, archived_from: before, pr_link: prLink, error_code: errorCode } = toColumns(state)
        assert.deepEqual({ status, before, prLink, errorCode }, model)
      }
    }),
    { numRuns: 10_000 },
  )
})

function codeOf(state: AgentJobState, move: AgentJobMove): string | undefined {
  try {
    moveAgentJob(state, move)
  } catch (error) {
    if (error instanceof IllegalMove) return error.code
    throw error
  }
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.insertInto('organization').values({ id: 'org_a', name: 'A', plan: 'free' }).execute()
  const place = { id: 'prj_a', organization_id: 'org_a', repository: 'https://git.example/a' }
  await database.db
    .insertInto('project')
    .values({ ...place, name: 'a', branch: 'main' })
    .execute()
})
afterAll(() => database.close())

const deps = () => ({
  db: database.db,
  enqueueAgentJob: async () => {},
  cancelAgentJobWork: async () => {},
  limits: { ...defaultLimits, ...many },
  prices: noPrices,
  models: { default: 'm', allowed: ['m'] },
})

const read = (id: string) =>
  database.db.selectFrom('agent_job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Each move by the function that makes it in the service: the worker ends turns, clients do the rest. */
async function play(agentJobId: string, turn: number, by: AgentJobMove): Promise<unknown> {
  const { db } = database
  const request = { caller, projectId: 'prj_a', agentJobId, actor: operator }
  switch (by.move) {
    case 'complete': {
      const told = { headCommit: null, title: 'T', summary: 'S', changedFiles: [], usage }
      return completeAgentJob(db, { agentJobId, turn }, { prLink: by.prLink, ...told })
    }
    case 'fail':
      if (by.errorCode === 'cancelled') return cancelAgentJob(deps(), request)
      return failAgentJob(db, { agentJobId, turn }, { code: by.errorCode as AgentJobErrorCode, message: by.error })
    case 'message':
      return messageAgentJob(deps(), { ...request, prompt: 'More.', idempotencyKey: undefined })
    case 'archive':
      return archiveAgentJob(db, request)
    case 'unarchive':
      return unarchiveAgentJob(db, request)
  }
}

/** The worker learns only that its turn is over, and hears nothing when it says again how it ended. */
async function outcomeOf(played: Promise<unknown>): Promise<string | undefined> {
  try {
    await played
  } catch (error) {
    if (error instanceof StaleAgentJob) return 'stale'
    if (error instanceof AppError) return error.code
    throw error
  }
}

function isAdmissible(
  outcome: string | undefined,
  refusal: string | undefined,
  by: AgentJobMove,
  before: ModelAgentJob,
): boolean {
  const byWorker = by.move === 'complete' || (by.move === 'fail' && by.errorCode !== 'cancelled')
  if (refusal === undefined) return outcome === undefined
  if (byWorker) return outcome === 'stale' || outcome === undefined
  const again = by.move === 'fail' && before.status === 'failed' && before.errorCode === 'cancelled'
  return again ? outcome === undefined : outcome === refusal
}

test('300 sequences of any moves leave the rows and the transcript as the model says', async () => {
  await fc.assert(
    fc.asyncProperty(someMoves, async (sequence) => {
      const request = {
        caller,
        projectId: 'prj_a',
        body: { prompt: 'Do it.' },
        idempotencyKey: undefined,
        actor: operator,
      }
      const { answer } = await createAgentJob(deps(), request)
      const model = newModel()
      let turn = 1
      for (const by of sequence) {
        const before = { ...model }
        const refusal = moveModel(model, by)
        const outcome = await outcomeOf(play(answer.id, turn, by))
        expect({ by, before, outcome, ok: isAdmissible(outcome, refusal, by, before) }).toMatchObject({ ok: true })
        if (by.move === 'message' && !refusal) turn += 1
        const row = await read(answer.id)
        const { status, archived_from, pr_link: prLink, error_code: errorCode, ended_at } = row
        expect({ status, before: archived_from, prLink, errorCode }).toEqual(model)
        expect({ turn: row.turn, ended: ended_at !== null }).toEqual({ turn, ended: status !== 'active' })
      }
      const kinds = await database.pool.query('select kind from agent_job_event where agent_job_id = $1', [answer.id])
      const ends = model.status === 'active' ? turn - 1 : turn
      expect(kinds.rows.map(({ kind }) => kind).sort()).toEqual([
        ...Array<string>(ends).fill('ended'),
        ...Array<string>(turn).fill('instruction'),
      ])
    }),
    { numRuns: 300 },
  )
})
