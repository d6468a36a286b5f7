import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import type { Health } from './app-deps.ts'

// A supervisor asks every few seconds; a process that kept everybody waiting this long is better started anew.
const livelyMs = 2_000
const windowMs = 5_000
const readyTimeoutMs = 2_000

export interface WatchedHealth extends Health, Disposable {
  /** From now on not ready: a load balancer looks away before the doors close. */
  drain(): void
}

export function watchHealth(pool: pg.Pool): WatchedHealth {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let worstBefore = 0
  const window = setInterval(() => {
    worstBefore = worstMs(delay)
    delay.reset()
  }, windowMs).unref()
  let draining = false

  return {
    isLively: () => Math.max(worstBefore, worstMs(delay)) < livelyMs,
    isReady: async () => !draining && (await answers(pool)),
    get draining() {
      return draining
    },
    drain() {
      draining = true
    },
    [Symbol.dispose]() {
      clearInterval(window)
      delay.disable()
    },
  }
}

function worstMs(delay: ELDHistogram): number {
  return delay.count === 0 ? 0 : delay.max / 1e6
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, readyTimeoutMs, false).unref())
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late])
}
