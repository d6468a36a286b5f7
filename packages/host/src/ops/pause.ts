import { setTimeout as delay } from 'node:timers/promises'

/** Holds no process back from ending, and ends at once when it is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal, ref: false }).catch(() => {})
}
