import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { failAgentJob } from './fail-agent-job.ts'
import type { AgentJobTurn } from './hold-turn.ts'

const message =
  'The job was given up: each worker that took it ended before it was done. Send it a message to try again; if it fails again, tell the operator.'

/** Fails agent jobs whose turn the engine has given up; it does not change our rows itself. */
export async function failAbandonedAgentJobs(db: Kysely<Tables>, givenUp: readonly string[]): Promise<string[]> {
  const { rows } = await sql<AgentJobTurn>`
    select id as "agentJobId", turn from agent_job where status = 'active' and id || ':t' || turn = any(${givenUp})`.execute(
    db,
  )
  for (const turn of rows) await failAgentJob(db, turn, { code: 'internal_error', message })
  return rows.map(({ agentJobId }) => agentJobId)
}
