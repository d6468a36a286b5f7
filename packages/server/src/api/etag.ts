import type { ApiContext } from '../http/client-address.ts'

/** A job's revision grows with each change, so id and revision name one state of one job. */
export function etagOf(id: string, revision: number): string {
  return `"${id}.${revision}"`
}

/**
 * The revision that the caller has, if it is plain to see; a list of ETags is compared afterwards. Only an ETag as we
 * write it counts: for the revision that is known the database makes no body, and a 304 must be the answer then.
 */
export function readKnownRevision(c: ApiContext, id: string): number | null {
  const known = c.req.header('if-none-match')
  if (known === undefined || !known.startsWith(`"${id}.`)) return null
  const revision = known.slice(id.length + 2, -1)
  return /^(?:0|[1-9]\d{0,8})$/.test(revision) && known.endsWith('"') ? Number(revision) : null
}

export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
