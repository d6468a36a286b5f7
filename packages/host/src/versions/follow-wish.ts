import { setTimeout as wait } from 'node:timers/promises'
import type { StaticExport } from '../config/config.ts'
import { createPauses } from './choose-pause.ts'
import type { Shelf } from './shelf.ts'
import type { Updater } from './update-site.ts'

/** Keeps what is served in step with what the configuration asks for. */
export interface Follower extends AsyncDisposable {
  /** The newest wish counts; what an earlier one has under way is dropped. */
  follow(wish: StaticExport): void
}

export function createFollower(updater: Updater, shelf: Shelf): Follower {
  let stop = new AbortController()
  let running = Promise.resolve()
  const run = async (wish: StaticExport, signal: AbortSignal) => {
    if (!wish.enabled) return updater.switchOff()
    if (!shelf.current) await updater.startFromKept(wish)
    const pauseAfter = createPauses(wish.refreshSeconds)
    while (!signal.aborted) {
      const seconds = pauseAfter(await updater.update(wish, signal))
      if (seconds === undefined) return
      await wait(seconds * 1000, undefined, { signal, ref: false }).catch(() => {})
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
