import { rm } from 'node:fs/promises'
import { BundleError, reasonOf } from '@bindery/bundle'
import type { StaticExport } from '../config/config.ts'
import { HostError, isFinal } from '../ops/host-error.ts'
import type { Log } from '../ops/log.ts'
import { pause } from '../ops/pause.ts'
import type { BundleStore, StoredBundle } from '../source/bundle-store.ts'
import { createFollowedService, type FollowedService } from '../source/follow-service.ts'
import { obtainBundle } from '../source/obtain-bundle.ts'
import { openSite, type Site } from './open-site.ts'
import type { SiteVersions } from './site-versions.ts'

/** What there is to say of the site that is served. */
export interface DeploymentStatus {
  /** `fetched` from where the configuration says; `kept` from the last time that this worked. */
  copy: 'fetched' | 'kept' | undefined
  takenAt: string | undefined
  /** Why the site is not what the configuration asks for. */
  problem: { code: string; message: string } | undefined
}

export interface UpdaterParts {
  store: BundleStore
  versions: SiteVersions
  log: Log
  onSwap(): void
  onRefusal(code: string): void
  /** Where a service is followed: by default with an API key, one domain of it. */
  service?: FollowedService
}

/** The steps between a wish and a site. None of them throws: what went wrong stands in the status and in the log. */
export interface Updater {
  readonly status: DeploymentStatus
  switchOff(): void
  startFromStored(desired: StaticExport): Promise<void>
  update(desired: StaticExport, signal: AbortSignal): Promise<Outcome>
  /** Until it is worth another look: after so many seconds, or when a service that is followed says so. */
  pause(desired: StaticExport, seconds: number, signal: AbortSignal): Promise<void>
}

export type Outcome =
  | 'done'
  | 'refused'
  /** It may work in a while with the same wish; the other side may say how long to wait at least. */
  | { againAfterSeconds: number }

export function createUpdater({ store, versions, log, onSwap, onRefusal, ...parts }: UpdaterParts): Updater {
  const status: DeploymentStatus = { copy: undefined, takenAt: undefined, problem: undefined }
  const service = parts.service ?? createFollowedService(store)
  const obtain = (desired: StaticExport, signal: AbortSignal) =>
    desired.follow ? service.obtain(desired, desired.follow, signal) : obtainBundle(desired, store, signal)
  const serve = (site: Site, stored: StoredBundle, copy: 'fetched' | 'kept') => {
    versions.put(site)
    Object.assign(status, { copy, takenAt: stored.takenAt, problem: undefined })
    onSwap()
    const { version, commit } = stored.checked.manifest.site
    log('info', `Serving version ${version}.`, { version, commit, copy, takenAt: stored.takenAt })
  }
  const note = (error: unknown, what: string) => {
    const code = codeOf(error)
    const message = `${what}: ${reasonOf(error)}`
    // What is refused is refused once, however often it is met.
    if (isFinal(error) && status.problem?.message === message) return
    status.problem = { code, message }
    onRefusal(code)
    log('error', message, { code, serving: versions.current?.facts?.version ?? null })
  }
  const take = async (next: StoredBundle, desired: StaticExport) => {
    try {
      const site = await openSite(next.folder, next.checked, versions.current)
      await store.store(next, desired)
      serve(site, next, 'fetched')
    } catch (error) {
      await rm(next.folder, { recursive: true, force: true })
      throw error
    }
  }
  return {
    status,
    switchOff() {
      versions.put(undefined)
      const problem = { code: 'not_enabled', message: 'staticExport.enabled is not true: nothing is served.' }
      Object.assign(status, { copy: undefined, takenAt: undefined, problem })
      log('warn', problem.message)
    },
    async startFromStored(desired) {
      try {
        const stored = await store.verify(desired)
        if (stored) serve(await openSite(stored.folder, stored.checked), stored, 'kept')
      } catch (error) {
        note(error, 'The bundle of the last time is not served')
      }
    },
    async update(desired, signal) {
      try {
        const next = await obtain(desired, signal)
        if (next) await take(next, desired)
        else Object.assign(status, { copy: 'fetched', problem: undefined })
        return 'done'
      } catch (error) {
        if (signal.aborted) return 'done'
        note(error, versions.current ? describeWhatStays(desired, error) : 'There is nothing to serve')
        if (isFinal(error)) return 'refused'
        return { againAfterSeconds: error instanceof HostError ? (error.retryAfterSeconds ?? 0) : 0 }
      }
    },
    pause: ({ follow }, seconds, signal) =>
      follow ? service.waitForChange(follow, seconds, signal) : pause(seconds * 1000, signal),
  }
}

/** While a service cannot be asked, nobody knows whether there is a new bundle. */
function describeWhatStays({ follow }: StaticExport, error: unknown): string {
  return follow && !isFinal(error) ? 'The site stays as it is' : 'The new bundle is not served, the old site is'
}

function codeOf(error: unknown): string {
  if (error instanceof BundleError || error instanceof HostError) return error.code
  return error instanceof Error && 'code' in error ? String(error.code) : 'internal_error'
}
