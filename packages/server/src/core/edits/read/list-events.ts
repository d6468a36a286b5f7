import type { AgentEventPage } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type EditRequest, findEdit } from '../find-edit.ts'
import { turnOf } from '../turns/write-events.ts'

interface EventsRequest extends EditRequest {
  limit: number
  /** The position of the last event seen. */
  cursor: string
}

/** The transcript, oldest first; it only ever grows at its end. */
export async function listEvents(db: Kysely<Tables>, request: EventsRequest): Promise<AgentEventPage> {
  await findEdit(db, request)
  const rows = await db
    .selectFrom('edit_event')
    .select(['position', 'at', 'kind', 'body'])
    .where('edit_id', '=', request.editId)
    .where('position', '>', request.cursor)
    .orderBy('position')
    .limit(request.limit + 1)
    .execute()
  const page = rows.slice(0, request.limit)
  return {
    events: page.map(({ position, at, kind, body }) => {
      return { position: Number(position), turn: turnOf(Number(position)), at: at.toISOString(), kind, body }
    }),
    nextCursor: rows.length > request.limit ? (page.at(-1)?.position ?? null) : null,
  }
}
