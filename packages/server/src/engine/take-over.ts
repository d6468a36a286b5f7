import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

export interface TakeoverOrder {
  databaseUrl: string
  /** The worker that takes over. */
  worker: string
  /** Executors whose processes have ended. */
  dead: readonly string[]
}

/** Connections that a takeover opens. */
export const takeoverConnections = 2

/** Timeout of a takeover; it is repeated in the next round. */
const timeoutMs = 10_000
/** The launched engine polls its internal queue after a second, so it ends before that. */
const endTimeoutMs = 800

// The build joins all that the thread imports (join-processes.ts).
const isBuilt = !import.meta.url.endsWith('.ts')
const entry = new URL(isBuilt ? '../joined/takeover-thread.mjs' : './takeover-thread.ts', import.meta.url)

/** Puts the unfinished work of dead executors back on its queues, and calls back for each of them. */
export async function takeOver(order: TakeoverOrder, onTakenOver: (executor: string) => Promise<void>): Promise<void> {
  const thread = new Worker(entry, { workerData: order })
  const done = new AbortController()
  const left = new Set(order.dead)
  let last = Promise.resolve()
  thread.on('message', (executor: string) => {
    left.delete(executor)
    last = last.then(() => onTakenOver(executor))
    if (left.size === 0) void delay(endTimeoutMs, undefined, { signal: done.signal }).then(end, () => {})
  })
  const end = () => thread.terminate()
  const tooLong = delay(timeoutMs, undefined, { signal: done.signal }).then(end, () => {})
  try {
    await once(thread, 'exit')
    await last
    if (left.size > 0) throw new Error(`A takeover ended before the work of ${[...left].join(', ')} was on its queues.`)
  } finally {
    done.abort()
    await tooLong
  }
}
