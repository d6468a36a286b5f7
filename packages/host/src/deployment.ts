import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { BundleError } from '@bindery/bundle'
import type { StaticExport } from './config.ts'
import { HostError } from './host-error.ts'
import type { Keeper, Kept } from './keep-bundle.ts'
import type { Log } from './log.ts'
import { obtainBundle } from './obtain-bundle.ts'
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

/** Keeps what is served in step with what the configuration asks for. */
export interface Deployment extends AsyncDisposable {
  readonly status: DeploymentStatus
  /** The newest wish counts; what an earlier one has under way is dropped. */
  follow(wish: StaticExport): void
}

export interface DeploymentParts {
  keeper: Keeper
  shelf: Shelf
  log: Log
  onSwap(): void
  onRefusal(code: string): void
}

// A mirror that is being restarted is back within seconds; a link that has expired is not, and must not be hammered.
const firstRetrySeconds = 5
const lastRetrySeconds = 300

export function createDeployment({ keeper, shelf, log, onSwap, onRefusal }: DeploymentParts): Deployment {
  const status: DeploymentStatus = { copy: undefined, takenAt: undefined, problem: undefined }
  let stop = new AbortController()
  let running = Promise.resolve()

  const serve = (site: Site, kept: Kept, copy: 'fetched' | 'kept') => {
    shelf.put(site)
    Object.assign(status, { copy, takenAt: kept.takenAt, problem: undefined })
    onSwap()
    const { version, commit } = kept.checked.manifest.site
    log('info', `Serving version ${version}.`, { version, commit, copy, takenAt: kept.takenAt })
  }
  const note = (error: unknown, what: string) => {
    const code = codeOf(error)
    const message = error instanceof Error ? error.message : String(error)
    status.problem = { code, message: `${what}: ${message}` }
    onRefusal(code)
    log('error', status.problem.message, { code, serving: shelf.current?.facts?.version ?? null })
  }
  const startFromKept = async (wish: StaticExport) => {
    try {
      const kept = await keeper.judge(wish)
      if (kept) serve(await openSite(kept.folder, kept.checked), kept, 'kept')
    } catch (error) {
      note(error, 'The bundle of the last time is not served')
    }
  }
  const update = async (wish: StaticExport, signal: AbortSignal) => {
    const next = await obtainBundle(wish, keeper, signal)
    if (!next) return void Object.assign(status, { copy: 'fetched', problem: undefined })
    try {
      const site = await openSite(next.folder, next.checked)
      await keeper.keep(next, wish)
      serve(site, next, 'fetched')
    } catch (error) {
      await rm(next.folder, { recursive: true, force: true })
      throw error
    }
  }
  /** Whether it is worth trying again with the same wish. */
  const tryUpdate = async (wish: StaticExport, signal: AbortSignal): Promise<'done' | 'refused' | 'again'> => {
    try {
      await update(wish, signal)
      return 'done'
    } catch (error) {
      if (signal.aborted) return 'done'
      note(error, shelf.current ? 'The new bundle is not served, the old site is' : 'There is nothing to serve')
      return isFinal(error) ? 'refused' : 'again'
    }
  }
  const run = async (wish: StaticExport, signal: AbortSignal) => {
    if (!wish.enabled) {
      shelf.put(undefined)
      const problem = { code: 'not_enabled', message: 'staticExport.enabled is not true: nothing is served.' }
      log('warn', problem.message)
      return void Object.assign(status, { copy: undefined, takenAt: undefined, problem })
    }
    if (!shelf.current) await startFromKept(wish)
    for (let retrySeconds = firstRetrySeconds; !signal.aborted; ) {
      const outcome = await tryUpdate(wish, signal)
      if (outcome !== 'again' && wish.refreshSeconds === undefined) return
      await pause(outcome === 'again' ? retrySeconds : (wish.refreshSeconds ?? 0), signal)
      retrySeconds = outcome === 'again' ? Math.min(retrySeconds * 2, lastRetrySeconds) : firstRetrySeconds
    }
  }
  return {
    status,
    follow(wish) {
      stop.abort()
      stop = new AbortController()
      const { signal } = stop
      // One after another: two bundles that are judged at once would race for the place.
      running = running.then(() => run(wish, signal)).catch((error) => note(error, 'The host has a fault'))
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}

/** The same bytes would be judged the same; a disk that is full or a mirror that is gone may be otherwise in a minute. */
function isFinal(error: unknown): boolean {
  return error instanceof BundleError || (error instanceof HostError && error.code !== 'bundle_unreachable')
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await wait(seconds * 1000, undefined, { signal, ref: false }).catch(() => {})
}

function codeOf(error: unknown): string {
  if (error instanceof BundleError || error instanceof HostError) return error.code
  return error instanceof Error && 'code' in error ? String(error.code) : 'internal_error'
}
