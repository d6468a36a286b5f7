import type { AgentJob } from '@bindery/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { AgentJobErrorCode } from './agent-job-failure.ts'
import { type AgentJobRequest, holdAgentJob, readJob } from './find-agent-job.ts'
import { endTurn } from './turns/end-turn.ts'

export interface CancelAgentJobDeps {
  db: Kysely<Tables>
  /** Takes the work of a turn away from the engine. */
  cancelAgentJobWork(agentJobId: string, turn: number): Promise<void>
}

const code: AgentJobErrorCode = 'cancelled'
const sentence = 'The job was cancelled.'

/**
 * The row decides: whoever ends the turn first, this or the worker, has ended it. The engine is told afterwards; should
 * this process end in between, the workers see to it within a second.
 */
export async function cancelAgentJob(
  deps: CancelAgentJobDeps,
  request: AgentJobRequest & { actor: Actor },
): Promise<AgentJob> {
  const { agentJobId } = request
  const { turn, job } = await deps.db.transaction().execute(async (trx) => {
    const held = await holdAgentJob(trx, request)
    // Cancelling again answers as the first time did.
    if (held.status !== 'failed' || held.error_code !== code) await endAsCancelled(trx, held, request)
    return { turn: held.turn, job: await readJob(trx, agentJobId) }
  })
  await deps.cancelAgentJobWork(agentJobId, turn)
  return job
}

async function endAsCancelled(
  trx: Transaction<Tables>,
  held: Awaited<ReturnType<typeof holdAgentJob>>,
  { caller, agentJobId, actor }: AgentJobRequest & { actor: Actor },
): Promise<void> {
  const failure = { errorCode: code, error: sentence }
  await endTurn(trx, held, { move: { move: 'fail', ...failure }, body: failure })
  await recordAudit(trx, actor, {
    organizationId: caller.organization_id,
    action: 'agent-job.cancel',
    target: agentJobId,
  })
}
