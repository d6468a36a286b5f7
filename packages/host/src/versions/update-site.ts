import { rm } from 'node:fs/promises'
import { BundleError } from '@bindery/bundle'
import type { StaticExport } from '../config/config.ts'
import { HostError, isFinal } from '../ops/host-error.ts'
import type { Log } from '../ops/log.ts'
import type { Keeper, Kept } from '../source/keep-bundle.ts'
import { obtainBundle } from '../source/obtain-bundle.ts'
import { createObtainNewest } from '../source/obtain-newest.ts'
import { openSite, type Site } from './open-site.ts'
import type { Shelf } from './shelf.ts'

/** What there is to say of the site that is served. */
export interface DeploymentStatus {
  /** `fetched` from where the configuration says; `kept` from the last time that this worked. */
  copy: 'fetched' | 'kept' | undefined
  takenAt: string | undefined
  /** Why the site is not what the configuration asks for. */
  problem: { code: string; message: string } | undefined
}

export interface UpdaterParts {
  keeper: Keeper
  shelf: Shelf
  log: Log
  onSwap(): void
  onRefusal(code: string): void
}

/** The steps between a wish and a site. None of them throws: what went wrong stands in the status and in the log. */
export interface Updater {
  readonly status: DeploymentStatus
  switchOff(): void
  startFromKept(wish: StaticExport): Promise<void>
  update(wish: StaticExport, signal: AbortSignal): Promise<Outcome>
}

export type Outcome =
  | 'done'
  | 'refused'
  /** It may work in a while with the same wish; the other side may say how long to wait at least. */
  | { againAfterSeconds: number }

export function createUpdater({ keeper, shelf, log, onSwap, onRefusal }: UpdaterParts): Updater {
  const status: DeploymentStatus = { copy: undefined, takenAt: undefined, problem: undefined }
  const obtainNewest = createObtainNewest(keeper)
  const obtain = (wish: StaticExport, signal: AbortSignal) =>
    wish.follow ? obtainNewest(wish, wish.follow, signal) : obtainBundle(wish, keeper, signal)
  const serve = (site: Site, kept: Kept, copy: 'fetched' | 'kept') => {
    shelf.put(site)
    Object.assign(status, { copy, takenAt: kept.takenAt, problem: undefined })
    onSwap()
    const { version, commit } = kept.checked.manifest.site
    log('info', `Serving version ${version}.`, { version, commit, copy, takenAt: kept.takenAt })
  }
  const note = (error: unknown, what: string) => {
    const code = codeOf(error)
    const message = `${what}: ${error instanceof Error ? error.message : error}`
    // What is refused is refused once, however often it is met.
    if (isFinal(error) && status.problem?.message === message) return
    status.problem = { code, message }
    onRefusal(code)
    log('error', message, { code, serving: shelf.current?.facts?.version ?? null })
  }
  const take = async (next: Kept, wish: StaticExport) => {
    try {
      const site = await openSite(next.folder, next.checked)
      await keeper.keep(next, wish)
      serve(site, next, 'fetched')
    } catch (error) {
      await rm(next.folder, { recursive: true, force: true })
      throw error
    }
  }
  return {
    status,
    switchOff() {
      shelf.put(undefined)
      const problem = { code: 'not_enabled', message: 'staticExport.enabled is not true: nothing is served.' }
      Object.assign(status, { copy: undefined, takenAt: undefined, problem })
      log('warn', problem.message)
    },
    async startFromKept(wish) {
      try {
        const kept = await keeper.judge(wish)
        if (kept) serve(await openSite(kept.folder, kept.checked), kept, 'kept')
      } catch (error) {
        note(error, 'The bundle of the last time is not served')
      }
    },
    async update(wish, signal) {
      try {
        const next = await obtain(wish, signal)
        if (next) await take(next, wish)
        else Object.assign(status, { copy: 'fetched', problem: undefined })
        return 'done'
      } catch (error) {
        if (signal.aborted) return 'done'
        note(error, shelf.current ? sayWhatStays(wish, error) : 'There is nothing to serve')
        if (isFinal(error)) return 'refused'
        return { againAfterSeconds: error instanceof HostError ? (error.retryAfterSeconds ?? 0) : 0 }
      }
    },
  }
}

/** While a service cannot be asked, nobody knows whether there is a new bundle. */
function sayWhatStays({ follow }: StaticExport, error: unknown): string {
  return follow && !isFinal(error) ? 'The site stays as it is' : 'The new bundle is not served, the old site is'
}

function codeOf(error: unknown): string {
  if (error instanceof BundleError || error instanceof HostError) return error.code
  return error instanceof Error && 'code' in error ? String(error.code) : 'internal_error'
}
