import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import type { Health } from './app-deps.ts'

// A supervisor asks every few seconds; a process that kept everybody waiting this long is better started anew.
const LIVELY_MS = 2_000
const WINDOW_MS = 5_000
const READY_TIMEOUT_MS = 2_000

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
  }, WINDOW_MS).unref()
  let draining = false

  return {
    isLively: () => Math.max(worstBefore, worstMs(delay)) < LIVELY_MS,
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
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref())
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late])
}
