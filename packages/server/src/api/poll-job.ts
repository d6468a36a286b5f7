import type { AppError } from '../core/app-error.ts'
import { verifyKey } from '../core/keys/verify-key.ts'
import type { PolledJob } from '../db/statements/polled-job.ts'
import type { JobWatcher } from '../db/watch-jobs.ts'
import type { PlaceLimiter } from '../http/place-limiter.ts'
import type { Call } from './bind-route.ts'
import { etagOf, matchesEtag } from './etag.ts'
import type { Reply } from './exchange.ts'

const longestWaitSeconds = 30
export const pollSeconds = 2

interface JobKind {
  id: string
  /** What its changes are announced by; its id unless given. */
  channel?: string
  jobs: JobWatcher
  waits: PlaceLimiter
  notFound(): AppError
}

type Found = PolledJob & { revision: number }

/**
 * The response to a poll: 304 while the caller's ETag holds, with `Prefer: wait=N` only when something changed, and with
 * `until=ended` beside it only when the job has ended.
 */
export async function pollJob(
  { exchange, caller, found, find }: Call<PolledJob, unknown, unknown>,
  kind: JobKind,
): Promise<Reply> {
  const { req } = exchange.c
  const known = req.header('if-none-match')
  const prefer = req.header('prefer')
  const wait = readWait(prefer)
  let job = expectJob(found, kind)
  const isCurrent = known === undefined || matchesEtag(known, etagOf(kind.id, job.revision))
  if (wait.seconds > 0 && !job.ended && (isCurrent || wait.untilEnded)) {
    using _place = kind.waits.take({ who: 'API key', id: caller.key_id, address: exchange.address })
    job = await waitForChange(job, kind, wait, { find, signal: req.raw.signal })
  }
  const etag = etagOf(kind.id, job.revision)
  const headers: Record<string, string> = { ETag: etag }
  if (!job.ended) headers['Retry-After'] = String(pollSeconds)
  if (wait.seconds > 0) headers['Preference-Applied'] = `wait=${wait.seconds}${wait.untilEnded ? ', until=ended' : ''}`
  if (known !== undefined && matchesEtag(known, etag)) return { status: 304, body: null, headers }
  return { status: 200, body: job.body, headers }
}

function expectJob(job: PolledJob, kind: JobKind): Found {
  if (job.revision === null) throw kind.notFound()
  return job as Found
}

interface Wait {
  seconds: number
  untilEnded: boolean
}

/**
 * Looks once more after it began to listen: what changed in between would be missed otherwise. Each look reads the key again
 * too, so one that was revoked meanwhile gets nothing.
 */
async function waitForChange(
  job: Found,
  kind: JobKind,
  { seconds, untilEnded }: Wait,
  { find, signal }: { find: () => Promise<PolledJob | undefined>; signal: AbortSignal },
): Promise<Found> {
  const deadline = performance.now() + seconds * 1000
  do {
    using subscription = kind.jobs.subscribe(kind.channel ?? kind.id)
    const latest = expectJob(verifyKey(await find()), kind)
    if (latest.ended || (!untilEnded && latest.revision !== job.revision)) return latest
    await subscription.changed(deadline - performance.now(), signal)
  } while (untilEnded && performance.now() < deadline && !signal.aborted && !kind.jobs.isReleased())
  return expectJob(verifyKey(await find()), kind)
}

export function readWait(prefer = ''): Wait {
  const [, seconds] = /(?:^|[,;\s])wait *= *"?(\d{1,6})"?(?:$|[,;\s])/i.exec(prefer) ?? []
  const untilEnded = /(?:^|[,;\s])until *= *"?ended"?(?:$|[,;\s])/i.test(prefer)
  return { seconds: Math.min(Number(seconds ?? 0), longestWaitSeconds), untilEnded }
}
