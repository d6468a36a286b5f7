import assert from 'node:assert/strict'
import { type Case, expectError } from '../case.ts'

export const agentJobCases: Case[] = [
  {
    operation: 'getAgentJob',
    status: 200,
    promise: 'an agent job has the fields of the specification',
    run: async ({ client, demo }) => {
      const { body, headers } = await client.getAgentJob(demo.projectId, demo.agentJobId, { key: demo.readOnlyKey })
      assert.equal(body.id, demo.agentJobId)
      assert.ok(['active', 'completed', 'archived', 'failed'].includes(body.status))
      assert.equal(typeof body.source.repository, 'string')
      assert.ok('ref' in body.source && 'prLink' in body && 'archivedAt' in body)
      assert.equal(typeof body.model, 'string')
      assert.ok(!Number.isNaN(Date.parse(body.createdAt)))
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
        await client.getAgentJob(demo.projectId, 'ed_0000000000000000', { key: demo.apiKey }),
        await client.getAgentJob('prj_0000000000000000', demo.agentJobId, { key: demo.apiKey }),
      ]
      for (const answer of answers) expectError(answer, 404, 'agent_job_not_found')
      const texts = new Set(answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, '')))
      assert.equal(texts.size, 1)
    },
  },
]
