import assert from 'node:assert/strict'
import { type Case, expectError, type World } from '../case.ts'
import type { Answer, Call } from '../client.ts'

type Send = (world: World, call: Call) => Promise<Answer>

const missingExport = 'se_0000000000000000'
const missingAgentJob = 'aj_0000000000000000'
const operations: Record<string, { send: Send; write: boolean; planned: boolean }> = {
  startExport: {
    send: ({ client, demo }, call) => client.startExport({ body: { domain: demo.domain }, ...call }),
    write: true,
    planned: true,
  },
  listExports: { send: ({ client }, call) => client.listExports('', call), write: false, planned: true },
  getExport: { send: ({ client }, call) => client.getExport(missingExport, call), write: false, planned: true },
  createBundle: { send: ({ client }, call) => client.createBundle(missingExport, call), write: false, planned: true },
  cancelExport: { send: ({ client }, call) => client.cancelExport(missingExport, call), write: true, planned: true },
  listExportFiles: {
    send: ({ client }, call) => client.listExportFiles(missingExport, '', call),
    write: false,
    planned: true,
  },
  getExportFile: {
    send: ({ client }, call) => client.getExportFile(missingExport, 'index.html', call),
    write: false,
    planned: true,
  },
  getExportPreview: {
    send: ({ client }, call) => client.getExportPreview(missingExport, call),
    write: false,
    planned: true,
  },
  listExportChanges: {
    send: ({ client }, call) => client.listExportChanges(missingExport, `?since=${missingExport}`, call),
    write: false,
    planned: true,
  },
  getPageDifference: {
    send: ({ client }, call) => client.getPageDifference(missingExport, 'index', `?since=${missingExport}`, call),
    write: false,
    planned: true,
  },
  getExportReport: {
    send: ({ client }, call) => client.getExportReport(missingExport, call),
    write: false,
    planned: true,
  },
  getAgentJob: {
    send: ({ client, demo }, call) => client.getAgentJob(demo.projectId, demo.agentJobId, call),
    write: false,
    planned: false,
  },
  createAgentJob: {
    send: ({ client, demo }, call) => client.createAgentJob(demo.projectId, { body: { prompt: 'Do it.' }, ...call }),
    write: true,
    planned: false,
  },
  listAgentJobs: {
    send: ({ client, demo }, call) => client.listAgentJobs(demo.projectId, '', call),
    write: false,
    planned: false,
  },
  messageAgentJob: {
    send: ({ client, demo }, call) =>
      client.messageAgentJob(demo.projectId, missingAgentJob, { body: { prompt: 'Do it.' }, ...call }),
    write: true,
    planned: false,
  },
  cancelAgentJob: {
    send: ({ client, demo }, call) => client.cancelAgentJob(demo.projectId, missingAgentJob, call),
    write: true,
    planned: false,
  },
  archiveAgentJob: {
    send: ({ client, demo }, call) => client.archiveAgentJob(demo.projectId, missingAgentJob, call),
    write: true,
    planned: false,
  },
  unarchiveAgentJob: {
    send: ({ client, demo }, call) => client.unarchiveAgentJob(demo.projectId, missingAgentJob, call),
    write: true,
    planned: false,
  },
  listAgentEvents: {
    send: ({ client, demo }, call) => client.listAgentEvents(demo.projectId, demo.agentJobId, '', call),
    write: false,
    planned: false,
  },
  listProjects: { send: ({ client }, call) => client.listProjects('', call), write: false, planned: false },
  listDomains: { send: ({ client }, call) => client.listDomains('', call), write: false, planned: false },
  getCurrentExport: {
    send: ({ client, demo }, call) => client.getCurrentExport(demo.domain, call),
    write: false,
    planned: true,
  },
  listPublications: {
    send: ({ client, demo }, call) => client.listPublications(demo.domain, '', call),
    write: false,
    planned: true,
  },
  publishExport: {
    send: ({ client, demo }, call) => client.publishExport(demo.domain, { body: { jobId: missingExport }, ...call }),
    write: true,
    planned: true,
  },
  rollBack: { send: ({ client, demo }, call) => client.rollBack(demo.domain, call), write: true, planned: true },
  pinDomain: { send: ({ client, demo }, call) => client.pinDomain(demo.domain, call), write: true, planned: true },
  unpinDomain: { send: ({ client, demo }, call) => client.unpinDomain(demo.domain, call), write: true, planned: true },
}

/** The same refusals on every operation that needs a key. */
export const refusals: Case[] = Object.entries(operations).flatMap(([operation, { send, write, planned }]) => {
  const refused = (status: number, code: string, promise: string, call: (world: World) => Call): Case => ({
    operation,
    status,
    promise: `${operation} ${promise}`,
    run: async (world) => expectError(await send(world, call(world)), status, code),
  })
  return [
    refused(401, 'missing_key', 'without a key is refused', () => ({})),
    refused(401, 'invalid_key', 'with a word that is no key is refused', () => ({ key: 'bnd_nonsense' })),
    refused(401, 'invalid_key', 'with a well-formed key that nobody made is refused', () => ({
      key: 'bnd_000000000000000000000000000000000000',
    })),
    refused(401, 'revoked_key', 'with a revoked key is refused', ({ demo }) => ({ key: demo.revokedKey })),
    refused(401, 'expired_key', 'with an expired key is refused', ({ demo }) => ({ key: demo.expiredKey })),
    refused(403, 'address_not_allowed', 'from an address that the key does not list is refused', ({ demo }) => ({
      key: demo.elsewhereKey,
    })),
    refused(403, 'organization_suspended', 'of a suspended organization is refused', ({ demo }) => ({
      key: demo.suspendedKey,
    })),
    ...(write
      ? [
          refused(403, 'insufficient_scope', 'with a read-only key is refused', ({ demo }) => ({
            key: demo.readOnlyKey,
          })),
        ]
      : []),
    ...(planned
      ? [
          refused(403, 'plan_required', 'without the enterprise plan is refused before any look-up', ({ demo }) => ({
            key: demo.freePlanKey,
          })),
        ]
      : []),
    {
      operation,
      status: 429,
      promise: `${operation} past the request rate is refused`,
      run: (world) => exhaust(world, send),
    },
  ]
})

async function exhaust(world: World, send: Send): Promise<void> {
  for (let i = 0; i < 20; i++) {
    const answer = await send(world, { key: world.demo.slowKey })
    if (answer.status === 429) return expectError(answer, 429, 'rate_limited')
  }
  assert.fail('20 requests passed a limit of 5 a minute')
}
