import { hash } from 'node:crypto'
import type { Followed, StaticExport } from '../config/config.ts'
import { HostError, isFinal } from '../ops/host-error.ts'
import { pause } from '../ops/pause.ts'
import type { BundleStore, Source, StoredBundle } from './bundle-store.ts'
import { type Current, findCurrent } from './find-current.ts'
import { findNewest } from './find-newest.ts'
import { linkExport } from './link-export.ts'
import { fetchAndPlace } from './obtain-bundle.ts'

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

/** A link is asked for only when there is a new export; one that was refused is not fetched again for the same settings. */
export function createFollowedService(store: BundleStore): FollowedService {
  let refused: { desired: StaticExport; jobId: string; error: unknown } | undefined
  /** What the service named last, while it can be asked for the next. */
  let known: Current | undefined
  /** Whether that came from waiting, and nothing was made of it yet. */
  let isNews = false
  let followed: Followed | undefined

  async function findExport(desired: StaticExport, follow: Followed, signal: AbortSignal): Promise<string> {
    // A label names the export here, and the service has no say.
    if (desired.version !== undefined) return findNewest(follow, desired.version, signal)
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
      const jobId = await findExport(desired, follow, signal)
      if (refused?.desired === desired && refused.jobId === jobId) throw refused.error
      try {
        return await obtainExport({ desired, follow, jobId, store, signal })
      } catch (error) {
        if (isFinal(error)) refused = { desired, jobId, error }
        throw error
      }
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

interface DesiredExport {
  desired: StaticExport
  follow: Followed
  jobId: string
  store: BundleStore
  signal: AbortSignal
}

async function obtainExport(request: DesiredExport): Promise<StoredBundle | undefined> {
  const { desired, follow, jobId, store } = request
  const address = hash('sha256', `${follow.url} ${follow.domain}`)
  const known = store.stored?.source.address === address ? store.stored.source.etag : undefined
  const source = { address, etag: jobId }
  const next = jobId === known ? undefined : await takeExport(request, source, known)
  if (next) return next
  // Another export of the same content: what is kept is this one, too.
  const stored = await store.verify(desired)
  if (stored && jobId !== known) await store.store({ ...stored, source }, desired)
  return undefined
}

/** A delta saves bytes and no more: where there is none, or it does not fit, the whole bundle does. */
async function takeExport(
  request: DesiredExport,
  source: Source,
  since: string | undefined,
): Promise<StoredBundle | undefined> {
  const { desired, follow, jobId, store, signal } = request
  try {
    const { bundleUrl, sha256 } = await linkExport(follow, { jobId, since, allowHttp: desired.allowHttp }, signal)
    if (store.stored?.sha256 === sha256) return undefined
    const advice = 'It is tried again with a fresh link.'
    const remote = { url: bundleUrl, sha256, nameSource: () => source, advice }
    return await fetchAndPlace(remote, { ...desired, sha256 }, store, signal)
  } catch (error) {
    if (since === undefined || signal.aborted) throw error
    return takeExport(request, source, undefined)
  }
}
