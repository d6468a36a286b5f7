import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { failAgentJob } from './fail-agent-job.ts'
import type { AgentJobTurn } from './hold-turn.ts'

const message =
  'The job was given up: each worker that took it ended before it was done. Send it a message to try again; if it fails again, tell the operator.'

/** As with exports: the engine gives up a workflow that took too many workers down with it, and tells nobody. */
export async function failAbandonedAgentJobs(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<AgentJobTurn>`
    select agent_job.id as "agentJobId", agent_job.turn from dbos.workflow_status as workflow
    join agent_job on workflow.workflow_uuid = agent_job.id || ':t' || agent_job.turn
    where workflow.status in ('ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') and agent_job.status = 'active'`.execute(
    db,
  )
  for (const turn of rows) await failAgentJob(db, turn, { code: 'internal_error', message })
  return rows.map(({ agentJobId }) => agentJobId)
}
