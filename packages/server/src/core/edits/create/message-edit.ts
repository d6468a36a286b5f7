import type { AgentJob } from '@bindery/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { oncePerKey } from '../../idempotency/once-per-key.ts'
import { limitFor } from '../../limits/limits.ts'
import { useQuota } from '../../quotas/use-quota.ts'
import { expectBudget } from '../../usage/monthly-budget.ts'
import { readState, toColumns } from '../edit-state.ts'
import { type EditRequest, holdEdit, readJob } from '../find-edit.ts'
import { moveEdit } from '../move-edit.ts'
import { instructionPosition, writeEvents } from '../turns/write-events.ts'
import type { WorkDeps } from './create-edit.ts'
import { expectRoom } from './expect-room.ts'

interface MessageRequest extends EditRequest {
  prompt: string
  idempotencyKey: string | undefined
  actor: Actor
}

/** Begins the next turn of an edit that has ended. One transaction, as when it was created. */
export async function messageEdit(
  deps: WorkDeps,
  request: MessageRequest,
): Promise<{ answer: AgentJob; replayed: boolean }> {
  const { caller, projectId, editId, prompt, actor } = request
  const organizationId = caller.organization_id
  return deps.db.transaction().execute(async (trx) => {
    const held = await holdEdit(trx, request)
    const body = { projectId, editId, prompt }
    const once = { organizationId, key: request.idempotencyKey, operation: 'messageAgentJob', body }
    return oncePerKey(trx, once, async () => {
      await expectBudget(trx, { organizationId, limits: deps.limits, own: caller.limits, prices: deps.prices })
      const limit = limitFor('agentMessagesPerHour', deps.limits, caller.limits)
      await useQuota(trx, { subject: projectId, name: 'messages to agent jobs', limit })
      await expectRoom(trx, organizationId, limitFor('activeAgentJobs', deps.limits, caller.limits))
      const turn = await beginNextTurn(trx, held, prompt)
      await deps.enqueueEdit(trx, { editId, turn, organizationId })
      await recordAudit(trx, actor, { organizationId, action: 'agent-job.message', target: editId })
      return readJob(trx, editId)
    })
  })
}

async function beginNextTurn(
  trx: Transaction<Tables>,
  held: Awaited<ReturnType<typeof holdEdit>>,
  prompt: string,
): Promise<number> {
  const turn = held.turn + 1
  const columns = toColumns(moveEdit(readState(held), { move: 'message' }))
  await trx
    .updateTable('edit')
    .set({ ...columns, turn, earlier_usage: JSON.stringify(held.usage) })
    .where('id', '=', held.id)
    .execute()
  const instruction = { n: instructionPosition, kind: 'instruction', body: { text: prompt } } as const
  await writeEvents(trx, { editId: held.id, turn }, [instruction])
  return turn
}
