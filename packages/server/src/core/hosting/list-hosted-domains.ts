import type { HostedPage } from '@bindery/contract'
import type pg from 'pg'
import { listHosted } from '../../db/statements/list-hosted.ts'

interface ListRequest {
  limit: number
  cursor?: string | undefined
}

/**
 * A cursor says since when changes are listed (0 for all domains); then, within a list, what the next list begins with
 * and the last name so far; at the end of one, how many domains there were.
 */
export async function listHostedDomains(pool: pg.Pool, { limit, cursor }: ListRequest): Promise<HostedPage> {
  const [since = '0', until, ...name] = cursor?.split('.') ?? []
  const listed = await listHosted(pool, { since, after: name.join('.'), limit })
  // A database that was restored counts from an earlier time: what is new in it nobody can say.
  if (BigInt(since) > BigInt(listed.now)) return listHostedDomains(pool, { limit })
  const domains = listed.domains.slice(0, limit)
  const more = listed.domains.length > limit
  const next = name.join('.') === '' ? listed.now : (until ?? listed.now)
  const nextCursor = more ? `${since}.${next}.${domains.at(-1)?.domain}` : `${next}.${listed.total}.`
  return { domains, total: listed.total, nextCursor, more }
}

/** Whether a list that is empty may be waited for: all domains are known, and none has changed or gone. */
export function isWaiting(cursor: string | undefined, { domains, total }: HostedPage): boolean {
  const [, known] = /^[1-9]\d*\.(\d+)\.$/.exec(cursor ?? '') ?? []
  return domains.length === 0 && known === String(total)
}
