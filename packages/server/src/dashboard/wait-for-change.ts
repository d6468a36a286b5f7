import { setTimeout } from 'node:timers/promises'
import { findSession } from '../core/people/sessions/find-session.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { enterOrganization } from './enter-organization.ts'
import { noSuchPage, SignInNeeded } from './problem.ts'
import type { MemberVisit, PersonVisit } from './visit.ts'

/** Under the 30 s after which proxies commonly give up on an answer. */
const longestWaitMs = 25_000

interface Followed<Found> {
  jobId: string
  read(): Promise<Found>
  /** What of it the page shows; while this is as the page says, there is nothing to tell. */
  revisionOf(found: Found): string
  hasEnded(found: Found): boolean
  /** How long further changes are gathered, so that a busy list is not rendered with each of them. */
  gatherMs?: number
  /** How often to look without having been told, for what changes without telling. */
  lookEveryMs?: number
}

/** The job as soon as it is another than the page shows, or as it is when the time is over. */
export async function waitForChange<Found>(
  deps: DashboardDeps,
  visit: PersonVisit | MemberVisit,
  { jobId, read, revisionOf, hasEnded, gatherMs = 0, lookEveryMs = longestWaitMs }: Followed<Found>,
): Promise<Found> {
  const since = visit.c.req.query('since')
  const isNews = (found: Found) => revisionOf(found) !== since || hasEnded(found)
  using held = new DisposableStack()
  const deadline = Date.now() + longestWaitMs
  for (let looks = 0; ; looks++) {
    // Listening begins before the look: what changes in between would be missed otherwise.
    using subscription = deps.jobs.subscribe(jobId)
    const found = await read()
    const left = deadline - Date.now()
    if (isNews(found) || left <= 0 || visit.c.req.raw.signal.aborted) return found
    // Who has to wait takes a place among those who do, once.
    if (looks === 0) held.use(deps.waits.take({ who: 'session', id: visit.session.id, address: visit.address }))
    await subscription.changed(Math.min(left, lookEveryMs), visit.c.req.raw.signal)
    if (gatherMs > 0) await setTimeout(Math.max(0, Math.min(gatherMs, deadline - Date.now())))
    await expectStillHere(deps, visit)
  }
}

/** Whoever has signed out meanwhile, or belongs here no longer, sees nothing more. */
async function expectStillHere(deps: DashboardDeps, visit: PersonVisit | MemberVisit): Promise<void> {
  const session = visit.secret === undefined ? undefined : await findSession(deps.pool, visit.secret)
  if (!session) throw new SignInNeeded()
  if ('organization' in visit) await enterOrganization(deps, { ...visit, session }, 'viewer')
  else if (!session.person.isOperator) throw noSuchPage()
}
