import type { AgentJob } from '@bindery/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { oncePerKey } from '../../idempotency/once-per-key.ts'
import { limitFor } from '../../limits/limits.ts'
import { useQuota } from '../../quotas/use-quota.ts'
import { expectBudget } from '../../usage/monthly-budget.ts'
import { readState, toColumns } from '../agent-job-state.ts'
import { type AgentJobRequest, holdAgentJob, readJob } from '../find-agent-job.ts'
import { moveAgentJob } from '../move-agent-job.ts'
import { instructionPosition, writeEvents } from '../turns/write-events.ts'
import type { WorkDeps } from './create-agent-job.ts'
import { expectRoom } from './expect-room.ts'

interface MessageRequest extends AgentJobRequest {
  prompt: string
  idempotencyKey: string | undefined
  actor: Actor
}

/** Begins the next turn of an agent job that has ended. One transaction, as when it was created. */
export async function messageAgentJob(
  deps: WorkDeps,
  request: MessageRequest,
): Promise<{ answer: AgentJob; replayed: boolean }> {
  const { caller, projectId, agentJobId, prompt, actor } = request
  const organizationId = caller.organization_id
  return deps.db.transaction().execute(async (trx) => {
    const held = await holdAgentJob(trx, request)
    const body = { projectId, agentJobId, prompt }
    const once = { organizationId, key: request.idempotencyKey, operation: 'messageAgentJob', body }
    return oncePerKey(trx, once, async () => {
      await expectBudget(trx, { organizationId, limits: deps.limits, own: caller.limits, prices: deps.prices })
      const limit = limitFor('agentMessagesPerHour', deps.limits, caller.limits)
      await useQuota(trx, { subject: projectId, name: 'messages to agent jobs', limit })
      await expectRoom(trx, organizationId, limitFor('activeAgentJobs', deps.limits, caller.limits))
      const turn = await beginNextTurn(trx, held, prompt)
      await deps.enqueueAgentJob(trx, { agentJobId, turn, organizationId })
      await recordAudit(trx, actor, { organizationId, action: 'agent-job.message', target: agentJobId })
      return readJob(trx, agentJobId)
    })
  })
}

async function beginNextTurn(
  trx: Transaction<Tables>,
  held: Awaited<ReturnType<typeof holdAgentJob>>,
  prompt: string,
): Promise<number> {
  const turn = held.turn + 1
  const columns = toColumns(moveAgentJob(readState(held), { move: 'message' }))
  await trx
    .updateTable('agent_job')
    .set({ ...columns, turn, earlier_usage: JSON.stringify(held.usage) })
    .where('id', '=', held.id)
    .execute()
  const instruction = { n: instructionPosition, kind: 'instruction', body: { text: prompt } } as const
  await writeEvents(trx, { agentJobId: held.id, turn }, [instruction])
  return turn
}
