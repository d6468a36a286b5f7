import type { AppError } from '../core/app-error.ts'
import { verifyKey } from '../core/keys/verify-key.ts'
import type { KeyRow } from '../db/statements/key-row.ts'
import type { JobWatcher } from '../db/watch-jobs.ts'
import type { Call } from './bind-route.ts'
import type { Reply } from './exchange.ts'

const LONGEST_WAIT_SECONDS = 30
export const POLL_SECONDS = 2

type JobRow = KeyRow & ({ id: string; revision: number } | { id: null; revision: null })

interface PolledJob<Row extends JobRow> {
  jobs: JobWatcher
  notFound(): AppError
  hasEnded(row: Row): boolean
  present(row: Row & { id: string }): object
}

/** The answer to a poll: 304 while the caller's ETag holds, and with `Prefer: wait=N` only when something changed. */
export async function pollJob<Row extends JobRow>(
  { exchange, caller, find }: Call<Row, unknown, unknown>,
  job: PolledJob<Row>,
): Promise<Reply> {
  const { req } = exchange.c
  const known = req.header('if-none-match')
  const prefer = req.header('prefer')
  const waitSeconds = prefer === undefined ? 0 : readWait(prefer)
  let row = expectJob(caller, job)
  if (waitSeconds > 0 && !job.hasEnded(row) && (known === undefined || matches(known, etagOf(row)))) {
    row = await waitForChange(row, job, waitSeconds, { find, signal: req.raw.signal })
  }
  const etag = etagOf(row)
  const headers: Record<string, string> = { ETag: etag }
  if (!job.hasEnded(row)) headers['Retry-After'] = String(POLL_SECONDS)
  if (waitSeconds > 0) headers['Preference-Applied'] = `wait=${waitSeconds}`
  if (known !== undefined && matches(known, etag)) return { status: 304, body: null, headers }
  return { status: 200, body: JSON.stringify(job.present(row)), headers }
}

type Found<Row extends JobRow> = Row & { id: string; revision: number }

function expectJob<Row extends JobRow>(row: Row, job: PolledJob<Row>): Found<Row> {
  if (row.id === null) throw job.notFound()
  return row as Found<Row>
}

/**
 * Looks once more after it began to listen: what changed in between would be missed otherwise. The look at the end
 * reads the key again too, so one that was revoked meanwhile gets nothing.
 */
async function waitForChange<Row extends JobRow>(
  row: Found<Row>,
  job: PolledJob<Row>,
  seconds: number,
  { find, signal }: { find: () => Promise<Row | undefined>; signal: AbortSignal },
): Promise<Found<Row>> {
  using subscription = job.jobs.subscribe(row.id)
  const again = expectJob(verifyKey(await find()), job)
  if (again.revision !== row.revision) return again
  await subscription.changed(seconds * 1000, signal)
  return expectJob(verifyKey(await find()), job)
}

function etagOf({ id, revision }: { id: string; revision: number }): string {
  return `"${id}.${revision}"`
}

function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

function readWait(prefer: string): number {
  const [, seconds] = /(?:^|[,;\s])wait *= *"?(\d{1,6})"?(?:$|[,;\s])/i.exec(prefer) ?? []
  return Math.min(Number(seconds ?? 0), LONGEST_WAIT_SECONDS)
}
