import type { AppError } from '../core/app-error.ts'
import { verifyKey } from '../core/keys/verify-key.ts'
import type { PolledJob } from '../db/statements/polled-job.ts'
import type { JobWatcher } from '../db/watch-jobs.ts'
import type { Call } from './bind-route.ts'
import { etagOf, matchesEtag } from './etag.ts'
import type { Reply } from './exchange.ts'

const LONGEST_WAIT_SECONDS = 30
export const POLL_SECONDS = 2

interface JobKind {
  id: string
  jobs: JobWatcher
  notFound(): AppError
}

type Found = PolledJob & { revision: number }

/** The answer to a poll: 304 while the caller's ETag holds, and with `Prefer: wait=N` only when something changed. */
export async function pollJob(
  { exchange, found, find }: Call<PolledJob, unknown, unknown>,
  kind: JobKind,
): Promise<Reply> {
  const { req } = exchange.c
  const known = req.header('if-none-match')
  const prefer = req.header('prefer')
  const waitSeconds = prefer === undefined ? 0 : readWait(prefer)
  let job = expectJob(found, kind)
  if (waitSeconds > 0 && !job.ended && (known === undefined || matchesEtag(known, etagOf(kind.id, job.revision)))) {
    job = await waitForChange(job, kind, waitSeconds, { find, signal: req.raw.signal })
  }
  const etag = etagOf(kind.id, job.revision)
  const headers: Record<string, string> = { ETag: etag }
  if (!job.ended) headers['Retry-After'] = String(POLL_SECONDS)
  if (waitSeconds > 0) headers['Preference-Applied'] = `wait=${waitSeconds}`
  if (known !== undefined && matchesEtag(known, etag)) return { status: 304, body: null, headers }
  return { status: 200, body: job.body, headers }
}

function expectJob(job: PolledJob, kind: JobKind): Found {
  if (job.revision === null) throw kind.notFound()
  return job as Found
}

/**
 * Looks once more after it began to listen: what changed in between would be missed otherwise. The look at the end
 * reads the key again too, so one that was revoked meanwhile gets nothing.
 */
async function waitForChange(
  job: Found,
  kind: JobKind,
  seconds: number,
  { find, signal }: { find: () => Promise<PolledJob | undefined>; signal: AbortSignal },
): Promise<Found> {
  using subscription = kind.jobs.subscribe(kind.id)
  const again = expectJob(verifyKey(await find()), kind)
  if (again.revision !== job.revision) return again
  await subscription.changed(seconds * 1000, signal)
  return expectJob(verifyKey(await find()), kind)
}

function readWait(prefer: string): number {
  const [, seconds] = /(?:^|[,;\s])wait *= *"?(\d{1,6})"?(?:$|[,;\s])/i.exec(prefer) ?? []
  return Math.min(Number(seconds ?? 0), LONGEST_WAIT_SECONDS)
}
