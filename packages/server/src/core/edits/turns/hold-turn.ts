import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleEdit } from '../edit-failure.ts'
import { stateColumns } from '../edit-state.ts'

/** One run of the agent: turn 1 is on the instruction of the job, each message begins the next. */
export interface EditTurn {
  editId: string
  turn: number
}

export type HeldTurn = Awaited<ReturnType<typeof holdTurn>>

/** Holds the edit to the end of the transaction: nobody cancels or ends the turn between this look and the write. */
export async function holdTurn(trx: Transaction<Tables>, turn: EditTurn) {
  return trx
    .selectFrom('edit')
    .select(['id', 'turn', 'changed_files', 'earlier_usage', 'head_commit', ...stateColumns])
    .where('id', '=', turn.editId)
    .where('turn', '=', turn.turn)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new StaleEdit(turn))
}
