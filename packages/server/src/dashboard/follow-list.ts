import { hash } from 'node:crypto'
import type { DashboardDeps } from './dashboard-deps.ts'
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

/** The list as soon as it is another than the page shows, or as it is when the time is over. */
export function followList<Found>(
  deps: DashboardDeps,
  visit: PersonVisit,
  { channel, read, shown }: { channel: string; read: () => Promise<Found>; shown: (found: Found) => unknown },
): Promise<Found> {
  return waitForChange(deps, visit, {
    jobId: channel,
    read,
    revisionOf: (found) => revisionOf(shown(found)),
    hasEnded: () => false,
    gatherMs,
  })
}
