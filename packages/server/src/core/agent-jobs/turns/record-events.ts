import type { Kysely } from 'kysely'
import type { AgentUsage, Tables } from '../../../db/tables.ts'
import { addUsage } from './add-usage.ts'
import { type AgentJobTurn, holdTurn } from './hold-turn.ts'
import { type AgentJobEvent, writeEvents } from './write-events.ts'

/** What the agent did. The instruction and the end of a turn are written by whoever begins and ends it. */
export interface StepEvent extends AgentJobEvent {
  kind: 'answer' | 'tool' | 'check' | 'pull_request'
}

/** Writes steps into the transcript; what is written again is replaced. `usage` is that of the whole turn so far. */
export async function recordEvents(
  db: Kysely<Tables>,
  turn: AgentJobTurn,
  events: readonly StepEvent[],
  usage?: AgentUsage,
  secrets: readonly string[] = [],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const held = await holdTurn(trx, turn)
    await writeEvents(trx, turn, events, secrets)
    if (!usage) return
    await trx
      .updateTable('agent_job')
      .set({ usage: JSON.stringify(addUsage(held.earlier_usage, usage)) })
      .where('id', '=', held.id)
      .execute()
  })
}
