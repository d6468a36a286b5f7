import type { Transaction } from 'kysely'
import type { EditEventKind, Tables } from '../../../db/tables.ts'
import { redactSecrets } from '../redact-secrets.ts'
import type { EditTurn } from './hold-turn.ts'

const positionsOfTurn = 100_000

/** The places of the events that begin and end a turn; the agent's own stand between them. */
export const instructionPosition = 0
export const endedPosition = positionsOfTurn - 1

export interface EditEvent {
  /** Its place in the turn: written again at the same place it replaces what an attempt that did not count has left. */
  n: number
  kind: EditEventKind
  body: Record<string, unknown>
}

export function positionOf(turn: number, n: number): number {
  return turn * positionsOfTurn + n
}

export function turnOf(position: number): number {
  return Math.floor(position / positionsOfTurn)
}

/** `secrets`: what must not be kept, beside whatever is a secret by its form. */
export async function writeEvents(
  trx: Transaction<Tables>,
  { editId, turn }: EditTurn,
  events: readonly EditEvent[],
  secrets: readonly string[] = [],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ n, kind, body }) => ({
    edit_id: editId,
    position: positionOf(turn, n),
    kind,
    body: JSON.stringify(redactSecrets(body, secrets)),
  }))
  await trx
    .insertInto('edit_event')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['edit_id', 'position']).doUpdateSet(({ ref }) => ({ body: ref('excluded.body') })),
    )
    .execute()
}
