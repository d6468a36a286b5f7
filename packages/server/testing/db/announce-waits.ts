import type { EventEmitter } from 'node:events'
import type { JobWatcher } from '../../src/db/watch-jobs.ts'

/** The same watcher, which tells of each job that somebody begins to wait for. */
export function announceWaits(jobs: JobWatcher, waits: EventEmitter): JobWatcher {
  return {
    ...jobs,
    subscribe(jobId) {
      const subscription = jobs.subscribe(jobId)
      return {
        changed(timeoutMs, signal) {
          waits.emit(jobId)
          return subscription.changed(timeoutMs, signal)
        },
        [Symbol.dispose]: () => subscription[Symbol.dispose](),
      }
    },
  }
}
