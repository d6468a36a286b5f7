import type { Kysely } from 'kysely'
import type { EditUsage, Tables } from '../../../db/tables.ts'
import { addUsage } from './add-usage.ts'
import { type EditTurn, holdTurn } from './hold-turn.ts'
import { type EditEvent, writeEvents } from './write-events.ts'

/** What the agent did. The instruction and the end of a turn are written by whoever begins and ends it. */
export interface StepEvent extends EditEvent {
  kind: 'answer' | 'tool' | 'check' | 'pull_request'
}

/** Writes steps into the transcript; what is written again is replaced. `usage` is that of the whole turn so far. */
export async function recordEvents(
  db: Kysely<Tables>,
  turn: EditTurn,
  events: readonly StepEvent[],
  usage?: EditUsage,
  secrets: readonly string[] = [],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const held = await holdTurn(trx, turn)
    await writeEvents(trx, turn, events, secrets)
    if (!usage) return
    await trx
      .updateTable('edit')
      .set({ usage: JSON.stringify(addUsage(held.earlier_usage, usage)) })
      .where('id', '=', held.id)
      .execute()
  })
}
