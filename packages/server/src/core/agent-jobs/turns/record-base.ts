import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleAgentJob } from '../agent-job-failure.ts'
import type { AgentJobTurn } from './hold-turn.ts'

/** Writes down on which commit the turn began. */
export async function recordBase(db: Kysely<Tables>, turn: AgentJobTurn, baseCommit: string): Promise<void> {
  await db
    .updateTable('agent_job')
    .set({ base_commit: baseCommit })
    .where('id', '=', turn.agentJobId)
    .where('turn', '=', turn.turn)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirstOrThrow(() => new StaleAgentJob(turn))
}
