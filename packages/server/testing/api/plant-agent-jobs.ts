import type { AgentJobState } from '../../src/core/agent-jobs/move-agent-job.ts'
import { operator } from '../../src/core/audit/record-audit.ts'
import { plantAgentJob } from '../core/agent-jobs/plant-agent-job.ts'
import type { TestApi } from './start-test-api.ts'

const completed = { status: 'completed', prLink: 'https://git.example.com/docs/pulls/7' } as const

/** A job in each state. */
export const agentJobStates = {
  active: { status: 'active', prLink: null },
  completed,
  failed: { status: 'failed', prLink: null, errorCode: 'checks_failed', error: 'A link is broken.' },
  archived: { status: 'archived', archivedAt: new Date('2026-01-02T03:04:05.678Z'), before: completed },
} satisfies Record<AgentJobState['status'], AgentJobState>

export const missingAgentJob = 'aj_0000000000000000'

/** An agent job of the tenant's project, on which no agent works. */
export async function plantJob(api: TestApi, state: AgentJobState, projectId = api.tenant.projectId): Promise<string> {
  const request = { projectId, ref: null, model: 'm', prompt: 'Do it.', state }
  return (await plantAgentJob(api.database.db, request, operator)).id
}
