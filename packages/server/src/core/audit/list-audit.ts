import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface AuditFilter {
  /** Who it was: a name or a part of it, an address, or an id. */
  actor?: string | undefined
  /** `key.revoke`, or `key` for all that was done to keys. */
  action?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
}

export interface AuditRow {
  id: string
  at: Date
  actor: string
  /** Of the person or the key, if it is still known. */
  actorName: string | null
  action: string
  target: string
  address: string | null
  outcome: string
  requestId: string | null
}

interface AuditRequest {
  /** Null for what concerns the installation, or a person as such. */
  organizationId: string | null
  filter: AuditFilter
  limit: number
  /** The id of the last row of the page before. */
  cursor?: string | undefined
}

/** Newest first, as they were written. A page costs the same however deep it is. */
export async function listAudit(
  db: Kysely<Tables>,
  request: AuditRequest,
): Promise<{ rows: AuditRow[]; nextCursor: string | null }> {
  const found = await selectPage(db, request)
  const rows = found.slice(0, request.limit)
  return { rows, nextCursor: found.length > request.limit ? (rows.at(-1)?.id ?? null) : null }
}

/** All of them, a page at a time, however many there are. */
export async function* streamAudit(
  db: Kysely<Tables>,
  request: Omit<AuditRequest, 'limit' | 'cursor'>,
): AsyncGenerator<AuditRow[]> {
  let cursor: string | null | undefined
  do {
    const page = await listAudit(db, { ...request, limit: 1_000, cursor: cursor ?? undefined })
    yield page.rows
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** One row more than asked for tells whether there is a further page. */
async function selectPage(db: Kysely<Tables>, { organizationId, filter, limit, cursor }: AuditRequest) {
  const { actor, action, from, before } = filter
  return (
    db
      .selectFrom('audit')
      // `person:usr_…` and `key:key_…`: of one kind of id the other's rest is none.
      .leftJoin('person', (join) => join.on('person.id', '=', sql<string>`substr(audit.actor, 8)`))
      .leftJoin('api_key', (join) => join.on('api_key.id', '=', sql<string>`substr(audit.actor, 5)`))
      .select((column) => [
        'audit.id',
        'at',
        'actor',
        column.fn.coalesce('person.name', 'api_key.name').as('actorName'),
        'action',
        'target',
        'address',
        'outcome',
        'request_id as requestId',
      ])
      .where('audit.organization_id', organizationId === null ? 'is' : '=', organizationId)
      .$if(cursor !== undefined, (query) => query.where('audit.id', '<', cursor ?? ''))
      .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date()))
      .$if(before !== undefined, (query) => query.where('at', '<', before ?? new Date()))
      .$if(action !== undefined, (query) =>
        query.where((is) => is.or([is('action', '=', action ?? ''), is('action', 'like', `${literally(action)}.%`)])),
      )
      .$if(actor !== undefined, (query) => query.where((is) => isBy(is, actor ?? '')))
      .orderBy('audit.id', 'desc')
      .limit(limit + 1)
      .execute()
  )
}

type Joined = Tables & { person: Partial<Tables['person']>; api_key: Partial<Tables['api_key']> }

function isBy(is: ExpressionBuilder<Joined, 'audit' | 'person' | 'api_key'>, actor: string): Expression<SqlBool> {
  const part = `%${literally(actor)}%`
  return is.or([
    is('actor', 'in', [actor, `person:${actor}`, `key:${actor}`]),
    is('person.name', 'ilike', part),
    is('person.email', 'ilike', part),
    is('api_key.name', 'ilike', part),
  ])
}

function literally(text: string | undefined): string {
  return (text ?? '').replace(/[\\%_]/g, '\\$&')
}
