import type { Lease } from './space.ts'

export interface Meter extends Disposable {
  /** Call it before so many bytes are written. */
  add(bytes: number): Promise<void>
}

// Writes are many and small: they ask for room once in so many bytes.
const blockBytes = 4 * 1024 ** 2

/** Takes room for what is written as it is written, and at last returns what is left of the block it had begun. */
export function createMeter(room: Lease, signal?: AbortSignal): Meter {
  let ahead = 0
  return {
    async add(bytes) {
      ahead -= bytes
      if (ahead >= 0) return
      const missing = -ahead
      ahead = 0
      const block = Math.max(blockBytes, missing)
      if (room.takeNow(block)) ahead += block - missing
      else await room.take(missing, signal)
    },
    [Symbol.dispose]: () => room.free(ahead),
  }
}
