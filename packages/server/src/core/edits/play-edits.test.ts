import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ModelEdit, moveModel, newModel } from '../../../testing/core/edits/model-edit.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import type { Caller } from '../access/caller.ts'
import { AppError } from '../app-error.ts'
import { operator } from '../audit/record-audit.ts'
import { defaultLimits } from '../limits/limits.ts'
import { noPrices } from '../usage/model-prices.ts'
import { archiveEdit, unarchiveEdit } from './archive-edit.ts'
import { cancelEdit } from './cancel-edit.ts'
import { createEdit } from './create/create-edit.ts'
import { messageEdit } from './create/message-edit.ts'
import { type EditErrorCode, StaleEdit } from './edit-failure.ts'
import { toColumns } from './edit-state.ts'
import { type EditMove, type EditState, IllegalMove, moveEdit } from './move-edit.ts'
import { completeEdit } from './turns/complete-edit.ts'
import { failEdit } from './turns/fail-edit.ts'

const caller = { organization_id: 'org_a', project_ids: null, limits: {} } as unknown as Caller
const many = { agentCreatesPerHour: 1e9, agentMessagesPerHour: 1e9, activeAgentJobs: 1e9 }
const usage = { inputTokens: 1, outputTokens: 1, steps: 1 }

const links = fc.constantFrom(null, 'https://git.example.com/docs/pulls/1', 'https://git.example.com/docs/pulls/2')

/** Any moves in any order; most of them are refused in most states. */
const someMoves: fc.Arbitrary<EditMove[]> = fc.array(
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
      let state: EditState = { status: 'active', prLink: null }
      for (const move of sequence) {
        const refusal = moveModel(model, move)
        if (refusal) assert.equal(codeOf(state, move), refusal)
        else state = moveEdit(state, move)
        const { status, archived_from: before, pr_link: prLink, error_code: errorCode } = toColumns(state)
        assert.deepEqual({ status, before, prLink, errorCode }, model)
      }
    }),
    { numRuns: 10_000 },
  )
})

function codeOf(state: EditState, move: EditMove): string | undefined {
  try {
    moveEdit(state, move)
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
  enqueueEdit: async () => {},
  cancelEditWork: async () => {},
  limits: { ...defaultLimits, ...many },
  prices: noPrices,
  models: { default: 'm', allowed: ['m'] },
})

const read = (id: string) => database.db.selectFrom('edit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Each move by the function that makes it in the service: the worker ends turns, clients do the rest. */
async function play(editId: string, turn: number, by: EditMove): Promise<unknown> {
  const { db } = database
  const request = { caller, projectId: 'prj_a', editId, actor: operator }
  switch (by.move) {
    case 'complete': {
      const told = { headCommit: null, title: 'T', summary: 'S', changedFiles: [], usage }
      return completeEdit(db, { editId, turn }, { prLink: by.prLink, ...told })
    }
    case 'fail':
      if (by.errorCode === 'cancelled') return cancelEdit(deps(), request)
      return failEdit(db, { editId, turn }, { code: by.errorCode as EditErrorCode, message: by.error })
    case 'message':
      return messageEdit(deps(), { ...request, prompt: 'More.', idempotencyKey: undefined })
    case 'archive':
      return archiveEdit(db, request)
    case 'unarchive':
      return unarchiveEdit(db, request)
  }
}

/** The worker learns only that its turn is over, and hears nothing when it says again how it ended. */
async function outcomeOf(played: Promise<unknown>): Promise<string | undefined> {
  try {
    await played
  } catch (error) {
    if (error instanceof StaleEdit) return 'stale'
    if (error instanceof AppError) return error.code
    throw error
  }
}

function isAdmissible(
  outcome: string | undefined,
  refusal: string | undefined,
  by: EditMove,
  before: ModelEdit,
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
      const { answer } = await createEdit(deps(), request)
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
      const kinds = await database.pool.query('select kind from edit_event where edit_id = $1', [answer.id])
      const ends = model.status === 'active' ? turn - 1 : turn
      expect(kinds.rows.map(({ kind }) => kind).sort()).toEqual([
        ...Array<string>(ends).fill('ended'),
        ...Array<string>(turn).fill('instruction'),
      ])
    }),
    { numRuns: 300 },
  )
})
