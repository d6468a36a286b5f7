import type { StaticExport } from '../config/config.ts'
import { createPauses } from './choose-pause.ts'
import type { SiteVersions } from './site-versions.ts'
import type { Updater } from './update-site.ts'

/** Keeps what is served in step with what the configuration asks for. */
export interface Follower extends AsyncDisposable {
  /** The newest wish counts; what an earlier one has under way is dropped. */
  follow(desired: StaticExport): void
}

export function createFollower(updater: Updater, versions: SiteVersions): Follower {
  let stop = new AbortController()
  let running = Promise.resolve()
  const run = async (desired: StaticExport, signal: AbortSignal) => {
    if (!desired.enabled) return updater.switchOff()
    if (!versions.current) await updater.startFromStored(desired)
    const pauseAfter = createPauses(desired.refreshSeconds)
    while (!signal.aborted) {
      const seconds = pauseAfter(await updater.update(desired, signal))
      if (seconds === undefined) return
      await updater.pause(desired, seconds, signal)
    }
  }
  return {
    follow(desired) {
      stop.abort()
      stop = new AbortController()
      const { signal } = stop
      // One after another: two bundles that are judged at once would race for the place.
      running = running.then(() => run(desired, signal))
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}
