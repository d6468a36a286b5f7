import type { Followed, StaticExport } from '../config/config.ts'
import { HostError } from '../ops/host-error.ts'
import { pause } from '../ops/pause.ts'
import type { BundleStore, StoredBundle } from './bundle-store.ts'
import { type Current, findCurrent } from './find-current.ts'
import { findNewest } from './find-newest.ts'
import { linkExport } from './link-export.ts'
import { createObtainer } from './obtain-export.ts'

export interface FollowedService {
  /** Gets the current export of a service and has it verified; `undefined` when it is what is stored already. */
  obtain(desired: StaticExport, follow: Followed, signal: AbortSignal): Promise<StoredBundle | undefined>
  /** Returns when the service says that something else is current, or after so many seconds. */
  waitForChange(follow: Followed, seconds: number, signal: AbortSignal): Promise<void>
}

// The service holds a request for half a minute at most.
const longestWaitSeconds = 30
// Something in between that responds to a long poll at once must not turn it into a short one.
const shortestUnchangedMs = 2_000
// A service that is being restarted is back within seconds, and hosts must not come back together.
const brokenOffMs = () => 1_000 + Math.random() * 2_000

export function createFollowedService(store: BundleStore): FollowedService {
  const obtainExport = createObtainer(store, linkExport)
  /** What the service named last, while it can be asked for the next. */
  let known: Current | undefined
  /** Whether that came from waiting, and nothing was made of it yet. */
  let isNews = false
  let followed: Followed | undefined

  async function findExport(desired: StaticExport, follow: Followed, signal: AbortSignal): Promise<string> {
    // A label names the export here, and the service has no say.
    const { version } = desired.expected
    if (version !== undefined) return findNewest(follow, version, signal)
    const news = isNews && follow === followed ? known : undefined
    followed = follow
    isNews = false
    known = undefined
    const current = news ?? (await findCurrent(follow, signal))
    if (typeof current === 'string') return findNewest(follow, undefined, signal)
    known = current
    if (current.jobId !== null) return current.jobId
    const next = 'Export its production branch, or publish an export.'
    throw new HostError('export_unavailable', `${follow.url} has no current export of ${follow.domain} yet. ${next}`)
  }

  /** Whether there is something new to obtain, or to find out. */
  async function askForChange(follow: Followed, etag: string, seconds: number, signal: AbortSignal): Promise<boolean> {
    const waitSeconds = Math.min(longestWaitSeconds, Math.ceil(seconds), Math.floor(follow.timeoutSeconds / 2))
    const next = await findCurrent(follow, signal, { etag, waitSeconds })
    if (next === 'unchanged') return false
    known = next === 'unsupported' ? undefined : next
    isNews = known !== undefined
    return true
  }

  return {
    async obtain(desired, follow, signal) {
      return obtainExport({ desired, follow, jobId: await findExport(desired, follow, signal), signal })
    },
    async waitForChange(follow, seconds, signal) {
      const deadline = performance.now() + seconds * 1000
      const left = () => deadline - performance.now()
      while (known?.etag !== undefined && follow === followed && left() > 0 && !signal.aborted) {
        const askedAt = performance.now()
        try {
          if (await askForChange(follow, known.etag, left() / 1000, signal)) return
          await pause(Math.min(left(), shortestUnchangedMs - (performance.now() - askedAt)), signal)
        } catch {
          // Whatever is wrong is found, and reported, by the next look.
          known = undefined
          return pause(Math.min(left(), brokenOffMs()), signal)
        }
      }
      await pause(left(), signal)
    },
  }
}
