import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { StaleEdit } from '../edit-failure.ts'
import type { EditTurn } from './hold-turn.ts'

/** Writes down on which commit the turn began. */
export async function recordBase(db: Kysely<Tables>, turn: EditTurn, baseCommit: string): Promise<void> {
  await db
    .updateTable('edit')
    .set({ base_commit: baseCommit })
    .where('id', '=', turn.editId)
    .where('turn', '=', turn.turn)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirstOrThrow(() => new StaleEdit(turn))
}
