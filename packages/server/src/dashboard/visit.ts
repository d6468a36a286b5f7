import type { Caller } from '../core/access/caller.ts'
import type { Actor } from '../core/audit/record-audit.ts'
import type { FoundSession, Membership } from '../core/people/sessions/find-session.ts'
import type { ApiContext } from '../http/client-address.ts'
import type { Occupant } from '../http/place-limiter.ts'

/** One request to the dashboard, before it is known whose it is. */
export interface Visit {
  c: ApiContext
  requestId: string
  address: string | null
  /** What stands before every path of ours, where a proxy serves the installation under one. */
  base: string
  /** The session's secret as the cookie has it; only signing out needs it. */
  secret: string | undefined
  session: FoundSession | undefined
  /** Goes into every form, and must come back with it. */
  csrf: string
  /** What the last action wants to say on this page. */
  notice: string | undefined
  theme: 'light' | 'dark' | undefined
  /** The host that was asked over plain http, where the browser keeps no cookie of ours. */
  plainHost: string | undefined
}

/** A visit of somebody who has signed in. */
export interface PersonVisit extends Visit {
  session: FoundSession
  actor: Actor
}

/** A visit to an organization by somebody who may be there. */
export interface MemberVisit extends PersonVisit {
  organization: Membership
  caller: Caller
}

export type Form = URLSearchParams

/** Whose places a download takes. */
export function occupantOf({ session, organization: { organizationId }, address }: MemberVisit): Occupant {
  return { who: 'session', id: session.id, organizationId, address }
}
