import type { Transaction } from 'kysely'
import type { AgentJobEventKind, Tables } from '../../../db/tables.ts'
import { redactSecrets } from '../redact-secrets.ts'
import type { AgentJobTurn } from './hold-turn.ts'

const positionsOfTurn = 100_000

/** The places of the events that begin and end a turn; the agent's own stand between them. */
export const instructionPosition = 0
export const endedPosition = positionsOfTurn - 1

export interface AgentJobEvent {
  /** Its place in the turn: written again at the same place it replaces what an attempt that did not count has left. */
  n: number
  kind: AgentJobEventKind
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
  { agentJobId, turn }: AgentJobTurn,
  events: readonly AgentJobEvent[],
  secrets: readonly string[] = [],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ n, kind, body }) => ({
    agent_job_id: agentJobId,
    position: positionOf(turn, n),
    kind,
    body: JSON.stringify(redactSecrets(body, secrets)),
  }))
  await trx
    .insertInto('agent_job_event')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['agent_job_id', 'position']).doUpdateSet(({ ref }) => ({ body: ref('excluded.body') })),
    )
    .execute()
}
