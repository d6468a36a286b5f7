import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Case, expectError, type World } from '../case.ts'
import type { Answer, Call, Client } from '../client.ts'
import { cancelledJob } from './agent-jobs.ts'
import { refuseBodies } from './refuse-bodies.ts'

const missing = 'aj_0000000000000000'
const body = { prompt: 'Say it in fewer words.' }

/** One call for each operation that moves a job. */
const moves = {
  messageAgentJob: (client: Client, projectId: string, id: string, call: Call) =>
    client.messageAgentJob(projectId, id, { body, ...call }),
  cancelAgentJob: (client: Client, ...rest: [string, string, Call]) => client.cancelAgentJob(...rest),
  archiveAgentJob: (client: Client, ...rest: [string, string, Call]) => client.archiveAgentJob(...rest),
  unarchiveAgentJob: (client: Client, ...rest: [string, string, Call]) => client.unarchiveAgentJob(...rest),
}
type Move = keyof typeof moves

function make({ client, demo }: World, move: Move, id: string, call: Call = {}): Promise<Answer> {
  return moves[move](client, demo.projectId, id, { key: demo.apiKey, ...call })
}

const legal: Case[] = [
  {
    operation: 'cancelAgentJob',
    status: 200,
    promise: 'a cancelled agent job has failed with cancelled, and stays so',
    run: async (world) => {
      const first = await cancelledJob(world)
      assert.deepEqual([first.status, first.body.status, first.body.errorCode], [200, 'failed', 'cancelled'])
      assert.equal((await make(world, 'cancelAgentJob', first.body.id)).text, first.text)
      const polled = await world.client.getAgentJob(world.demo.projectId, first.body.id, { key: world.demo.apiKey })
      assert.deepEqual(polled.body, first.body)
    },
  },
  {
    operation: 'messageAgentJob',
    status: 200,
    promise: 'a message makes a job that has ended active again; the same Idempotency-Key does it once',
    run: async (world) => {
      const { id } = (await cancelledJob(world)).body
      const headers = { 'idempotency-key': randomUUID() }
      const first = await make(world, 'messageAgentJob', id, { headers })
      assert.deepEqual([first.status, first.body.status, first.body.errorCode], [200, 'active', null])
      assert.equal((await make(world, 'messageAgentJob', id, { headers })).text, first.text)
      await make(world, 'cancelAgentJob', id)
    },
  },
  {
    operation: 'archiveAgentJob',
    status: 200,
    promise: 'an archived job says since when',
    run: async (world) => {
      const { id } = (await cancelledJob(world)).body
      const answer = await make(world, 'archiveAgentJob', id)
      assert.deepEqual([answer.status, answer.body.status], [200, 'archived'])
      assert.ok(Math.abs(Date.parse(answer.body.archivedAt) - Date.now()) < 60_000)
    },
  },
  {
    operation: 'unarchiveAgentJob',
    status: 200,
    promise: 'an unarchived job is what it was before',
    run: async (world) => {
      const before = await cancelledJob(world)
      await make(world, 'archiveAgentJob', before.body.id)
      const answer = await make(world, 'unarchiveAgentJob', before.body.id)
      assert.deepEqual([answer.status, answer.body], [200, before.body])
    },
  },
]

/** Each move from a state that does not allow it. The job of the demo is active and stays so. */
const refused: [Move, 'active' | 'failed' | 'archived', string][] = [
  ['messageAgentJob', 'active', 'agent_job_active'],
  ['messageAgentJob', 'archived', 'agent_job_archived'],
  ['cancelAgentJob', 'archived', 'agent_job_archived'],
  ['archiveAgentJob', 'active', 'agent_job_active'],
  ['archiveAgentJob', 'archived', 'agent_job_archived'],
  ['unarchiveAgentJob', 'active', 'agent_job_not_archived'],
  ['unarchiveAgentJob', 'failed', 'agent_job_not_archived'],
]

const illegal: Case[] = refused.map(([move, state, code]) => ({
  operation: move,
  status: 409,
  promise: `${move} of a job that is ${state} is refused`,
  run: async (world) => {
    const id = state === 'active' ? world.demo.agentJobId : (await cancelledJob(world)).body.id
    if (state === 'archived') await make(world, 'archiveAgentJob', id)
    expectError(await make(world, move, id), 409, code)
  },
}))

const hidden: Case[] = (Object.keys(moves) as Move[]).map((move) => ({
  operation: move,
  status: 404,
  promise: `${move} of another organization's job and of a missing one answer the same bytes`,
  run: async (world) => {
    const { demo } = world
    const answers = [
      await make(world, move, demo.agentJobId, { key: demo.otherOrgKey }),
      await make(world, move, demo.agentJobId, { key: demo.otherProjectKey }),
      await make(world, move, missing),
    ]
    for (const answer of answers) expectError(answer, 404, 'agent_job_not_found')
    assert.equal(new Set(answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, ''))).size, 1)
  },
}))

const mismatch: Case = {
  operation: 'messageAgentJob',
  status: 422,
  promise: 'the same Idempotency-Key with another message is refused',
  run: async (world) => {
    const { id } = (await cancelledJob(world)).body
    const headers = { 'idempotency-key': randomUUID() }
    await make(world, 'messageAgentJob', id, { headers })
    const answer = await make(world, 'messageAgentJob', id, { headers, body: { prompt: 'In more words.' } })
    expectError(answer, 422, 'idempotency_mismatch')
    await make(world, 'cancelAgentJob', id)
  },
}

const bodies: Case[] = (Object.keys(moves) as Move[]).flatMap((move) =>
  refuseBodies(move, move, (client, call) => moves[move](client, 'prj_0000000000000000', missing, call)),
)

export const moveAgentJobCases = [...legal, ...illegal, ...hidden, mismatch, ...bodies]
