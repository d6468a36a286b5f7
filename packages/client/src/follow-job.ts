import { setTimeout as delay } from 'node:timers/promises'
import type { Call, CallOptions, Reply } from './call-operation.ts'

export interface WaitOptions extends CallOptions {
  /** `change` (default) yields whenever the job changes; `end` asks the service to respond when it has ended, one request in 30 s. */
  until?: 'change' | 'end' | undefined
}

// A running job changes with every chunk of pages; four looks a second show it well.
const pauseAfterChangeMs = 250
// A proxy that responds to a long poll at once must not turn it into a short one.
const shortestUnchangedMs = 2_000

/** Yields the job as it is, then each change that is seen, and last how it ended. */
export async function* followJob<Job>(
  get: (call: Call) => Promise<Reply<Job | undefined>>,
  hasEnded: (job: Job) => boolean,
  { until = 'change', signal }: WaitOptions,
): AsyncGenerator<Job, void> {
  const preference = until === 'end' ? 'wait=30, until=ended' : 'wait=30'
  const pause = async (ms: number) => {
    if (ms > 0) await delay(ms, undefined, signal ? { signal } : {})
  }
  let known: string | undefined
  for (;;) {
    const askedAt = performance.now()
    const condition: Record<string, string> = known === undefined ? {} : { 'if-none-match': known }
    const { body: job, headers } = await get({ signal, headers: { prefer: preference, ...condition } })
    const elapsed = performance.now() - askedAt
    if (job === undefined) {
      await pause(shortestUnchangedMs - elapsed)
      continue
    }
    yield job
    if (hasEnded(job)) return
    known = headers.etag
    // A service that does not know `until` responds at each change.
    await pause(until === 'end' ? shortestUnchangedMs - elapsed : pauseAfterChangeMs)
  }
}

/** The last that is yielded. */
export async function lastOf<Job>(jobs: AsyncIterable<Job>): Promise<Job> {
  let last: Job | undefined
  for await (const job of jobs) last = job
  if (last === undefined) throw new Error('The job was never seen.')
  return last
}
