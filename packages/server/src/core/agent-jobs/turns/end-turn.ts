import type { Transaction, Updateable } from 'kysely'
import type { AgentUsage, Tables } from '../../../db/tables.ts'
import { readState, toColumns } from '../agent-job-state.ts'
import { type AgentJobMove, moveAgentJob } from '../move-agent-job.ts'
import { addUsage } from './add-usage.ts'
import type { HeldTurn } from './hold-turn.ts'
import { endedPosition, positionOf, writeEvents } from './write-events.ts'

interface TurnEnd {
  move: Extract<AgentJobMove, { move: 'complete' | 'fail' }>
  /** What the transcript says beside the status. */
  body: Record<string, unknown>
  usage?: AgentUsage | undefined
  columns?: Updateable<Tables['agent_job']>
}

/** Row and transcript say together how the turn ended. */
export async function endTurn(trx: Transaction<Tables>, held: HeldTurn, end: TurnEnd): Promise<void> {
  const state = moveAgentJob(readState(held), end.move)
  await trx
    .updateTable('agent_job')
    .set({
      ...end.columns,
      ...toColumns(state),
      ...(end.usage && { usage: JSON.stringify(addUsage(held.earlier_usage, end.usage)) }),
    })
    .where('id', '=', held.id)
    .execute()
  const body = { status: state.status, ...end.body, ...(end.usage && { usage: end.usage }) }
  await writeEvents(trx, { agentJobId: held.id, turn: held.turn }, [{ n: endedPosition, kind: 'ended', body }])
}

/** How the turn has ended, if it has: a step that runs again after its effect finds its own words here. */
export async function readEnd(
  trx: Transaction<Tables>,
  { agentJobId, turn }: { agentJobId: string; turn: number },
): Promise<Record<string, unknown> | undefined> {
  const row = await trx
    .selectFrom('agent_job_event')
    .select('body')
    .where('agent_job_id', '=', agentJobId)
    .where('position', '=', String(positionOf(turn, endedPosition)))
    .executeTakeFirst()
  return row?.body
}
