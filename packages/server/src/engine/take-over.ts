import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

export interface TakeoverOrder {
  databaseUrl: string
  /** Who takes over. */
  worker: string
  /** Executors whose processes have ended. */
  dead: readonly string[]
}

/** Connections of a takeover while it runs. */
export const takeoverConnections = 2

/** More than a takeover takes while the database is busy; another worker, or another round, tries again. */
const longestMs = 10_000
/** A launched engine looks for work a second after its launch, and this one must not find any. */
const longestEndMs = 800

// The build joins all that the thread imports (join-processes.ts).
const isBuilt = !import.meta.url.endsWith('.ts')
const entry = new URL(isBuilt ? '../joined/takeover-thread.mjs' : './takeover-thread.ts', import.meta.url)

/** Puts the unfinished work of dead executors back on its queues. Calls back for each whose work is there. */
export async function takeOver(order: TakeoverOrder, onTakenOver: (executor: string) => Promise<void>): Promise<void> {
  const thread = new Worker(entry, { workerData: order })
  const done = new AbortController()
  const left = new Set(order.dead)
  let last = Promise.resolve()
  thread.on('message', (executor: string) => {
    left.delete(executor)
    last = last.then(() => onTakenOver(executor))
    if (left.size === 0) void delay(longestEndMs, undefined, { signal: done.signal }).then(end, () => {})
  })
  const end = () => thread.terminate()
  const tooLong = delay(longestMs, undefined, { signal: done.signal }).then(end, () => {})
  try {
    await once(thread, 'exit')
    await last
    if (left.size > 0) throw new Error(`A takeover ended before the work of ${[...left].join(', ')} was on its queues.`)
  } finally {
    done.abort()
    await tooLong
  }
}
