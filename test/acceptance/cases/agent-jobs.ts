import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Case, expectError, type World } from '../case.ts'
import type { Answer } from '../client.ts'

const missing = 'aj_0000000000000000'
const missingProject = 'prj_0000000000000000'
const body = { prompt: 'Document the new flag.' }

/** A job of the demo that was created and cancelled again: no model is needed for that. */
export async function cancelledJob({ client, demo }: World): Promise<Answer> {
  const { body: job } = await client.createAgentJob(demo.projectId, { key: demo.apiKey, body })
  return client.cancelAgentJob(demo.projectId, job.id, { key: demo.apiKey })
}

const create: Case[] = [
  {
    operation: 'createAgentJob',
    status: 201,
    promise: 'a new agent job is active, and says where to poll it',
    run: async ({ client, demo }) => {
      const answer = await client.createAgentJob(demo.projectId, { key: demo.apiKey, body: { ...body, ref: 'main' } })
      assert.equal(answer.status, 201, answer.text)
      assert.match(answer.body.id, /^aj_[0-9a-f]{16}$/)
      assert.deepEqual([answer.body.status, answer.body.source.ref], ['active', 'main'])
      assert.equal(answer.headers.get('location'), `/v2/agent/${demo.projectId}/job/${answer.body.id}`)
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
      await client.cancelAgentJob(demo.projectId, answer.body.id, { key: demo.apiKey })
    },
  },
  {
    operation: 'createAgentJob',
    status: 201,
    promise: 'the same Idempotency-Key and body give the first answer again',
    run: async ({ client, demo }) => {
      const call = { key: demo.apiKey, body, headers: { 'idempotency-key': randomUUID() } }
      const first = await client.createAgentJob(demo.projectId, call)
      const second = await client.createAgentJob(demo.projectId, call)
      assert.deepEqual([first.status, second.text], [201, first.text])
      await client.cancelAgentJob(demo.projectId, first.body.id, { key: demo.apiKey })
    },
  },
  {
    operation: 'createAgentJob',
    status: 404,
    promise: "another organization's project and a missing one answer the same bytes",
    run: async ({ client, demo }) => {
      const answers = [
        await client.createAgentJob(demo.projectId, { key: demo.otherOrgKey, body }),
        await client.createAgentJob(demo.projectId, { key: demo.otherProjectKey, body }),
        await client.createAgentJob(missingProject, { key: demo.apiKey, body }),
      ]
      for (const answer of answers) expectError(answer, 404, 'project_not_found')
      assert.equal(new Set(answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, ''))).size, 1)
    },
  },
  {
    operation: 'createAgentJob',
    status: 409,
    promise: 'of many requests with one Idempotency-Key at once, one makes a job and none makes a second',
    run: proveOneJobPerKey,
  },
  {
    operation: 'createAgentJob',
    status: 422,
    promise: 'the same Idempotency-Key with another body is refused',
    run: async ({ client, demo }) => {
      const headers = { 'idempotency-key': randomUUID() }
      const first = await client.createAgentJob(demo.projectId, { key: demo.apiKey, headers, body })
      const other = { prompt: 'Something else.' }
      const second = await client.createAgentJob(demo.projectId, { key: demo.apiKey, headers, body: other })
      expectError(second, 422, 'idempotency_mismatch')
      await client.cancelAgentJob(demo.projectId, first.body.id, { key: demo.apiKey })
    },
  },
  { operation: 'createAgentJob', status: 429, promise: 'by default the sixth active job is refused', run: fillRoom },
]

/** 50 keys, each sent 20 times at once, make exactly 50 jobs. */
async function proveOneJobPerKey({ client, demo }: World): Promise<void> {
  let inFlight: Answer | undefined
  for (let i = 0; i < 50; i++) {
    const call = { key: demo.apiKey, body, headers: { 'idempotency-key': randomUUID() } }
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.createAgentJob(demo.projectId, call)))
    const made = new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.id as string))
    assert.equal(made.size, 1)
    inFlight ??= answers.find(({ status }) => status === 409)
    for (const id of made) await client.cancelAgentJob(demo.projectId, id, { key: demo.apiKey })
  }
  assert.ok(inFlight, '1,000 requests and never two of one key at the same time')
  expectError(inFlight, 409, 'idempotency_in_flight')
}

/** In an organization with the default limits. One that is cancelled makes room for the next. */
async function fillRoom({ client, demo }: World): Promise<void> {
  const send = () => client.createAgentJob(demo.otherProjectId, { key: demo.otherOrgKey, body })
  const cancel = ({ body: job }: Answer) =>
    client.cancelAgentJob(demo.otherProjectId, job.id, { key: demo.otherOrgKey })
  const active: Answer[] = []
  for (let i = 0; i < 5; i++) active.push(await send())
  assert.deepEqual(
    active.map(({ status }) => status),
    [201, 201, 201, 201, 201],
  )
  expectError(await send(), 429, 'too_many_active')
  await cancel(active.pop() as Answer)
  active.push(await send())
  assert.equal(active.at(-1)?.status, 201)
  await Promise.all(active.map(cancel))
}

const bodies: [string, string, string | undefined, Record<string, string>, number][] = [
  ['no body', 'invalid_request', undefined, { 'content-type': 'application/json' }, 400],
  ['malformed JSON', 'malformed_json', '{"prompt":', {}, 400],
  ['an empty prompt', 'invalid_request', '{"prompt":""}', {}, 400],
  ['a prompt of 32,001 characters', 'invalid_request', `{"prompt":"${'a'.repeat(32_001)}"}`, {}, 400],
  ['an unknown field', 'invalid_request', '{"prompt":"p","colour":"red"}', {}, 400],
  ['an impossible ref', 'invalid_request', '{"prompt":"p","ref":"-x"}', {}, 400],
  ['a model that is not allowed', 'invalid_request', '{"prompt":"p","model":"nobody-has-this"}', {}, 400],
  ['a body over 64 KiB', 'body_too_large', `{"prompt":"${'a'.repeat(70_000)}"}`, {}, 413],
  ['a form', 'unsupported_media_type', 'prompt=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
]

const createBodies: Case[] = bodies.map(([what, code, rawBody, headers, status]) => ({
  operation: 'createAgentJob',
  status,
  promise: `an agent job with ${what} is refused`,
  run: async ({ client, demo }) => {
    const call = { key: demo.apiKey, headers, ...(rawBody !== undefined && { rawBody }) }
    expectError(await client.createAgentJob(demo.projectId, call), status, code)
  },
}))

const read: Case[] = [
  {
    operation: 'getAgentJob',
    status: 200,
    promise: 'an agent job has the fields of the specification',
    run: async ({ client, demo }) => {
      const { body: job, headers } = await client.getAgentJob(demo.projectId, demo.agentJobId, {
        key: demo.readOnlyKey,
      })
      assert.equal(job.id, demo.agentJobId)
      assert.ok(['active', 'completed', 'archived', 'failed'].includes(job.status))
      assert.equal(typeof job.source.repository, 'string')
      assert.ok('ref' in job.source && 'prLink' in job && 'archivedAt' in job)
      assert.equal(typeof job.model, 'string')
      assert.ok(!Number.isNaN(Date.parse(job.createdAt)))
      assert.ok(headers.get('etag'))
    },
  },
  {
    operation: 'getAgentJob',
    status: 304,
    promise: 'an unchanged agent job answers 304',
    run: async ({ client, demo }) => {
      const first = await client.getAgentJob(demo.projectId, demo.agentJobId, { key: demo.apiKey })
      const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
      const second = await client.getAgentJob(demo.projectId, demo.agentJobId, { key: demo.apiKey, headers })
      assert.equal(second.status, 304)
    },
  },
  {
    operation: 'getAgentJob',
    status: 404,
    promise: "another organization's agent job, a missing one and a wrong project answer the same bytes",
    run: async ({ client, demo }) => {
      const answers = [
        await client.getAgentJob(demo.projectId, demo.agentJobId, { key: demo.otherOrgKey }),
        await client.getAgentJob(demo.projectId, missing, { key: demo.apiKey }),
        await client.getAgentJob(missingProject, demo.agentJobId, { key: demo.apiKey }),
      ]
      for (const answer of answers) expectError(answer, 404, 'agent_job_not_found')
      const texts = new Set(answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, '')))
      assert.equal(texts.size, 1)
    },
  },
  {
    operation: 'listAgentJobs',
    status: 200,
    promise: 'the list pages through every job once, newest first, and filters',
    run: async (world) => {
      const { client, demo } = world
      for (let i = 0; i < 4; i++) await cancelledJob(world)
      const seen: string[] = []
      let cursor = ''
      do {
        const query = `?limit=3${cursor && `&cursor=${cursor}`}`
        const page = await client.listAgentJobs(demo.projectId, query, { key: demo.readOnlyKey })
        seen.push(...page.body.jobs.map((job: { createdAt: string; id: string }) => `${job.createdAt} ${job.id}`))
        cursor = page.body.nextCursor ?? ''
      } while (cursor)
      assert.ok(seen.length > 4)
      assert.deepEqual(seen, [...new Set(seen)].sort().reverse())
      const failed = await client.listAgentJobs(demo.projectId, '?status=failed', { key: demo.apiKey })
      assert.ok(failed.body.jobs.length >= 4)
      for (const job of failed.body.jobs) assert.equal(job.status, 'failed')
    },
  },
  ...['?limit=0', '?status=queued', '?colour=red', '?cursor=nonsense'].map((query) => ({
    operation: 'listAgentJobs',
    status: 400,
    promise: `a list of agent jobs with ${query} is refused`,
    run: async ({ client, demo }: World) =>
      expectError(await client.listAgentJobs(demo.projectId, query, { key: demo.apiKey }), 400, 'invalid_request'),
  })),
  {
    operation: 'listAgentJobs',
    status: 404,
    promise: "another organization's agent jobs are not listed",
    run: async ({ client, demo }) =>
      expectError(await client.listAgentJobs(demo.projectId, '', { key: demo.otherOrgKey }), 404, 'project_not_found'),
  },
  {
    operation: 'listAgentEvents',
    status: 200,
    promise: 'the transcript has the instruction without its secrets, and the end, in pages',
    run: async ({ client, demo }) => {
      const secret = { prompt: `Use ${demo.readOnlyKey} in the example.` }
      const { body: job } = await client.createAgentJob(demo.projectId, { key: demo.apiKey, body: secret })
      await client.cancelAgentJob(demo.projectId, job.id, { key: demo.apiKey })
      const list = (query: string) => client.listAgentEvents(demo.projectId, job.id, query, { key: demo.readOnlyKey })
      const { body: first } = await list('?limit=1')
      assert.deepEqual(first.events[0].body, { text: 'Use [redacted] in the example.' })
      const { body: rest } = await list(`?cursor=${first.nextCursor}`)
      assert.equal(rest.events.at(-1).kind, 'ended')
      assert.deepEqual([rest.events.at(-1).body.errorCode, rest.nextCursor], ['cancelled', null])
    },
  },
  ...['?limit=0', '?cursor=nonsense', '?colour=red'].map((query) => ({
    operation: 'listAgentEvents',
    status: 400,
    promise: `a transcript with ${query} is refused`,
    run: async ({ client, demo }: World) => {
      const answer = await client.listAgentEvents(demo.projectId, demo.agentJobId, query, { key: demo.apiKey })
      expectError(answer, 400, 'invalid_request')
    },
  })),
  {
    operation: 'listAgentEvents',
    status: 404,
    promise: "another organization's transcript is not found",
    run: async ({ client, demo }) => {
      const answer = await client.listAgentEvents(demo.projectId, demo.agentJobId, '', { key: demo.otherOrgKey })
      expectError(answer, 404, 'agent_job_not_found')
    },
  },
]

export const agentJobCases = [...create, ...createBodies, ...read]
