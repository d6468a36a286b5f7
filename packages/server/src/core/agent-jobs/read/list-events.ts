import type { AgentEventPage } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { LookedUp } from '../../access/looked-up.ts'
import { turnOf } from '../turns/write-events.ts'

interface EventsPage {
  limit: number
  /** The position of the last event seen. */
  cursor: string
}

/** A page of the transcript, oldest first. New events are only appended. */
export async function listEvents(
  db: Kysely<Tables>,
  agentJob: LookedUp<{ id: string }>,
  { limit, cursor }: EventsPage,
): Promise<AgentEventPage> {
  const rows = await db
    .selectFrom('agent_job_event')
    .select(['position', 'at', 'kind', 'body'])
    .where('agent_job_id', '=', agentJob.id)
    .where('position', '>', cursor)
    .orderBy('position')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    events: page.map(({ position, at, kind, body }) => {
      return { position: Number(position), turn: turnOf(Number(position)), at: at.toISOString(), kind, body }
    }),
    nextCursor: rows.length > limit ? (page.at(-1)?.position ?? null) : null,
  }
}
