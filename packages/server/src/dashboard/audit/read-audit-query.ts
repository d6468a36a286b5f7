import type { AuditFilter } from '../../core/audit/list-audit.ts'
import { Problem } from '../problem.ts'
import type { PersonVisit } from '../visit.ts'

/** As it stands in the address, and in the fields of the filter. */
export type AuditQuery = Partial<Record<'actor' | 'action' | 'from' | 'to', string>>

export function readAuditQuery({ c }: PersonVisit): { query: AuditQuery; filter: AuditFilter; cursor?: string } {
  const read = (name: string) => c.req.query(name)?.trim() || undefined
  const given = { actor: read('actor'), action: read('action'), from: read('from'), to: read('to') }
  const wrong = [given.actor, given.action].find((text) => text !== undefined && /\p{Cc}/u.test(text))
  if (wrong !== undefined) throw new Problem(422, 'The filter contains control characters. Remove them.')
  const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const { actor, action, from, to } = given
  const filter = {
    actor,
    action,
    from: from === undefined ? undefined : readDay(from),
    // The last day counts whole.
    before: to === undefined ? undefined : new Date(readDay(to).getTime() + 86_400_000),
  }
  const cursor = read('cursor')
  if (cursor === undefined) return { query, filter }
  if (!/^\d{1,18}$/.test(cursor))
    throw new Problem(422, 'This page of the audit log does not exist. Go back to the first page.')
  return { query, filter, cursor }
}

function readDay(text: string): Date {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  if (day && !Number.isNaN(day.getTime())) return day
  throw new Problem(422, `“${text}” is not a date. Write it like 2026-01-31.`)
}
