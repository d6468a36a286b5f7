import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleAgentJob } from '../agent-job-failure.ts'
import { stateColumns } from '../agent-job-state.ts'

/** One run of the agent: turn 1 is on the instruction of the job, each message begins the next. */
export interface AgentJobTurn {
  agentJobId: string
  turn: number
}

export type HeldTurn = Awaited<ReturnType<typeof holdTurn>>

/** Holds the agent job to the end of the transaction: nobody cancels or ends the turn between this look and the write. */
export async function holdTurn(trx: Transaction<Tables>, turn: AgentJobTurn) {
  return trx
    .selectFrom('agent_job')
    .select(['id', 'turn', 'changed_files', 'earlier_usage', 'head_commit', ...stateColumns])
    .where('id', '=', turn.agentJobId)
    .where('turn', '=', turn.turn)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new StaleAgentJob(turn))
}
