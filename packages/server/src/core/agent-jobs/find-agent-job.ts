import type { AgentJob } from '@bindery/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { agentJobJson } from '../../db/agent-job-json.ts'
import type { Tables } from '../../db/tables.ts'
import { type Caller, visibleTo } from '../access/caller.ts'
import { type LookedUp, lookedUp } from '../access/looked-up.ts'
import { agentJobNotFound } from './agent-job-not-found.ts'
import { stateColumns } from './agent-job-state.ts'

/** Which agent job is asked for, and by whom. */
export interface AgentJobRequest {
  caller: Caller
  projectId: string
  agentJobId: string
}

/** Locks the row until the transaction ends, so that the agent or another request changes the job before or after it. */
export async function holdAgentJob(trx: Transaction<Tables>, request: AgentJobRequest) {
  return visible(trx, request)
    .select(['id', 'turn', 'changed_files', 'usage', 'earlier_usage', 'head_commit', ...stateColumns])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(agentJobNotFound)
}

export async function findAgentJob(db: Kysely<Tables>, request: AgentJobRequest): Promise<LookedUp<{ id: string }>> {
  return lookedUp(await visible(db, request).select('id').executeTakeFirstOrThrow(agentJobNotFound))
}

export async function readJob(db: Kysely<Tables>, agentJobId: string): Promise<AgentJob> {
  const { job } = await db
    .selectFrom('agent_job')
    .select(sql<AgentJob>`${sql.raw(agentJobJson('agent_job'))}`.as('job'))
    .where('id', '=', agentJobId)
    .executeTakeFirstOrThrow(agentJobNotFound)
  return job
}

function visible(db: Kysely<Tables>, { caller, projectId, agentJobId }: AgentJobRequest) {
  return db
    .selectFrom('agent_job')
    .where('id', '=', agentJobId)
    .where('project_id', '=', projectId)
    .where('organization_id', '=', caller.organization_id)
    .where(visibleTo(caller))
}
