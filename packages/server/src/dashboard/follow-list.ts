import { hash } from 'node:crypto'
import type { Answer } from './answer.ts'
import type { Markup } from './dashboard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { renderPage } from './view/render-page.ts'
import type { PersonVisit } from './visit.ts'
import { waitForChange } from './wait-for-change.ts'

// A running export changes several times a second; a list of them need not.
const gatherMs = 2_000

/** What a list shows, in short. Times that go on by themselves are not part of it. */
export function revisionOf(rows: unknown): string {
  const text = JSON.stringify(rows, (name, value) => (restless.has(name) ? undefined : value))
  return hash('sha256', text, 'hex').slice(0, 16)
}

const restless = new Set(['seconds', 'idleSeconds', 'oldestSeconds', 'progress', 'bytes', 'connections'])

interface FollowedList<Found> {
  channel: string
  read(): Promise<Found>
  /** What of it the page shows. */
  shown(found: Found): unknown
  render(found: Found): Markup | Promise<Markup>
}

/** The list as soon as it is another than the page shows. Nothing when the time is over: the page asks again. */
export async function followList<Found>(
  deps: DashboardDeps,
  visit: PersonVisit,
  { channel, read, shown, render }: FollowedList<Found>,
): Promise<Answer> {
  const shownRevision = (found: Found) => revisionOf(shown(found))
  const found = await waitForChange(deps, visit, {
    jobId: channel,
    read,
    revisionOf: shownRevision,
    hasEnded: () => false,
    gatherMs,
  })
  return shownRevision(found) === visit.c.req.query('since') ? nothingNew : renderPage(render(found))
}

const nothingNew: Answer = { kind: 'page', status: 200, html: '' }
