import type { Transaction, Updateable } from 'kysely'
import type { EditUsage, Tables } from '../../../db/tables.ts'
import { readState, toColumns } from '../edit-state.ts'
import { type EditMove, moveEdit } from '../move-edit.ts'
import { addUsage } from './add-usage.ts'
import type { HeldTurn } from './hold-turn.ts'
import { endedPosition, positionOf, writeEvents } from './write-events.ts'

interface TurnEnd {
  move: Extract<EditMove, { move: 'complete' | 'fail' }>
  /** What the transcript says beside the status. */
  body: Record<string, unknown>
  usage?: EditUsage | undefined
  columns?: Updateable<Tables['edit']>
}

/** Row and transcript say together how the turn ended. */
export async function endTurn(trx: Transaction<Tables>, held: HeldTurn, end: TurnEnd): Promise<void> {
  const state = moveEdit(readState(held), end.move)
  await trx
    .updateTable('edit')
    .set({
      ...end.columns,
      ...toColumns(state),
      ...(end.usage && { usage: JSON.stringify(addUsage(held.earlier_usage, end.usage)) }),
    })
    .where('id', '=', held.id)
    .execute()
  const body = { status: state.status, ...end.body, ...(end.usage && { usage: end.usage }) }
  await writeEvents(trx, { editId: held.id, turn: held.turn }, [{ n: endedPosition, kind: 'ended', body }])
}

/** How the turn has ended, if it has: a step that runs again after its effect finds its own words here. */
export async function readEnd(
  trx: Transaction<Tables>,
  { editId, turn }: { editId: string; turn: number },
): Promise<Record<string, unknown> | undefined> {
  const row = await trx
    .selectFrom('edit_event')
    .select('body')
    .where('edit_id', '=', editId)
    .where('position', '=', String(positionOf(turn, endedPosition)))
    .executeTakeFirst()
  return row?.body
}
