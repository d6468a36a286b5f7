import assert from 'node:assert/strict'
import { type Case, expectError, finishedExport } from '../case.ts'
import { refuseBodies } from './refuse-bodies.ts'

const missing = 'se_0000000000000000'

export const cancelCases: Case[] = [
  {
    operation: 'cancelExport',
    status: 200,
    promise: 'a cancelled export has failed with cancelled, stays so, and has no bundle',
    run: async ({ client, demo }) => {
      const started = await client.startExport({ key: demo.apiKey, body: { domain: demo.domain } })
      const { jobId } = started.body
      const first = await client.cancelExport(jobId, { key: demo.apiKey })
      assert.equal(first.status, 200, first.text)
      assert.deepEqual([first.body.status, first.body.errorCode], ['failed', 'cancelled'])
      assert.equal((await client.cancelExport(jobId, { key: demo.apiKey, rawBody: '{}' })).text, first.text)
      assert.deepEqual((await client.getExport(jobId, { key: demo.apiKey })).body, first.body)
      expectError(await client.createBundle(jobId, { key: demo.apiKey }), 409, 'export_failed')
    },
  },
  {
    operation: 'cancelExport',
    status: 404,
    promise: "another organization's export cannot be cancelled, nor one that does not exist",
    run: async (world) => {
      const { client, demo } = world
      const { ended } = await finishedExport(world, demo.domain)
      expectError(await client.cancelExport(missing, { key: demo.apiKey }), 404, 'export_not_found')
      expectError(await client.cancelExport(ended.body.jobId, { key: demo.otherOrgKey }), 404, 'export_not_found')
    },
  },
  {
    operation: 'cancelExport',
    status: 409,
    promise: 'an export that has ended by itself cannot be cancelled',
    run: async (world) => {
      const { client, demo } = world
      const { ended } = await finishedExport(world, demo.domain)
      expectError(await client.cancelExport(ended.body.jobId, { key: demo.apiKey }), 409, 'export_ended')
    },
  },
  ...refuseBodies('cancelExport', 'a cancel', (client, call) => client.cancelExport(missing, call)),
]
