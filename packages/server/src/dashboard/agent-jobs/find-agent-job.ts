import { type AgentJobRecord, readAgentJob } from '../../core/agent-jobs/read/read-agent-job.ts'
import { readId } from '../../http/read-id.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'
import type { MemberVisit } from '../visit.ts'

export function readAgentJobId({ c }: MemberVisit): string {
  return readId(c, 'agentJob', 'agentJob')
}

/** The agent job of the path. */
export function findAgentJob({ db }: DashboardDeps, visit: MemberVisit): Promise<AgentJobRecord> {
  return readAgentJob(db, visit.caller, readAgentJobId(visit))
}

/** A line that names it: what was done, or else what was asked for. */
export function titleOf({ title, prompt }: { title: string | null; prompt: string }): string {
  const line = title ?? prompt.trim().split('\n', 1)[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79).trimEnd()}…` : line
}
