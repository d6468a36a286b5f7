import { setTimeout as wait } from 'node:timers/promises'
import type { StaticExport } from './config.ts'
import type { Shelf } from './shelf.ts'
import type { Updater } from './update-site.ts'

/** Keeps what is served in step with what the configuration asks for. */
export interface Follower extends AsyncDisposable {
  /** The newest wish counts; what an earlier one has under way is dropped. */
  follow(wish: StaticExport): void
}

// A mirror that is being restarted is back within seconds; a link that has expired is not, and must not be hammered.
const firstRetrySeconds = 5
const lastRetrySeconds = 300

export function createFollower(updater: Updater, shelf: Shelf): Follower {
  let stop = new AbortController()
  let running = Promise.resolve()
  const run = async (wish: StaticExport, signal: AbortSignal) => {
    if (!wish.enabled) return updater.switchOff()
    if (!shelf.current) await updater.startFromKept(wish)
    for (let retrySeconds = firstRetrySeconds; !signal.aborted; ) {
      const outcome = await updater.update(wish, signal)
      if (outcome !== 'again' && wish.refreshSeconds === undefined) return
      await pause(outcome === 'again' ? retrySeconds : (wish.refreshSeconds ?? 0), signal)
      retrySeconds = outcome === 'again' ? Math.min(retrySeconds * 2, lastRetrySeconds) : firstRetrySeconds
    }
  }
  return {
    follow(wish) {
      stop.abort()
      stop = new AbortController()
      const { signal } = stop
      // One after another: two bundles that are judged at once would race for the place.
      running = running.then(() => run(wish, signal))
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await wait(seconds * 1000, undefined, { signal, ref: false }).catch(() => {})
}
