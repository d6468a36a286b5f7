import { describe, expect, test } from 'vitest'
import { type AgentJobMove, type AgentJobState, IllegalMove, moveAgentJob } from './move-agent-job.ts'

const at = new Date('2026-01-02T03:04:05Z')
const link = 'https://git.example.com/docs/pulls/7'
const completed = { status: 'completed', prLink: link } as const
const failed = { status: 'failed', prLink: null, errorCode: 'cancelled', error: 'It was cancelled.' } as const

const states = {
  active: { status: 'active', prLink: null },
  completed,
  failed,
  archived: { status: 'archived', archivedAt: at, before: completed },
} satisfies Record<AgentJobState['status'], AgentJobState>

const moves = {
  complete: { move: 'complete', prLink: link },
  fail: { move: 'fail', errorCode: 'cancelled', error: 'It was cancelled.' },
  message: { move: 'message' },
  archive: { move: 'archive', at },
  unarchive: { move: 'unarchive' },
} satisfies Record<AgentJobMove['move'], AgentJobMove>

const legal: Record<string, AgentJobState> = {
  'active complete': completed,
  'active fail': failed,
  'completed message': { status: 'active', prLink: link },
  'completed archive': { status: 'archived', archivedAt: at, before: completed },
  'failed message': { status: 'active', prLink: null },
  'failed archive': { status: 'archived', archivedAt: at, before: failed },
  'archived unarchive': completed,
}

describe.each(Object.entries(states))('a job that is %s', (status, state) => {
  test.each(Object.entries(moves))('and should %s', (name, move) => {
    const expected = legal[`${status} ${name}`]
    if (expected) expect(moveAgentJob(state, move)).toEqual(expected)
    else expect(() => moveAgentJob(state, move)).toThrow(IllegalMove)
  })
})

test('a follow-up that changes nothing shows the earlier pull request again', () => {
  const active = moveAgentJob(completed, { move: 'message' })
  expect(moveAgentJob(active, { move: 'complete', prLink: null })).toEqual(completed)
})

test('unarchiving returns to the state before, with its reason', () => {
  expect(moveAgentJob(moveAgentJob(failed, moves.archive), moves.unarchive)).toEqual(failed)
})
