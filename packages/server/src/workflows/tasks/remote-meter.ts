import type { AskParent } from '@bindery/site'
import type { Meter } from '../cache/meter.ts'
import type { Lease } from '../cache/space.ts'

// Writes are many and small: they ask for room once in so many bytes.
const blockBytes = 4 * 1024 ** 2

interface RoomRequest {
  /** What would last for some time, and what is needed now. */
  block: number
  missing: number
}

/** Takes room of the worker's disk in a process that has no view of it. */
export function createRemoteMeter(ask: AskParent): Meter {
  let ahead = 0
  return {
    async add(bytes) {
      ahead -= bytes
      if (ahead >= 0) return
      const missing = -ahead
      const request: RoomRequest = { block: Math.max(blockBytes, missing), missing }
      ahead = Number(await ask('room', request)) - missing
    },
    [Symbol.dispose]: () => void ask('free', ahead),
  }
}

/** The worker's answers to it. */
export function answerRoom(room: Lease, signal: AbortSignal) {
  return {
    async room({ block, missing }: RoomRequest): Promise<number> {
      if (room.takeNow(block)) return block
      await room.take(missing, signal)
      return missing
    },
    async free(bytes: number): Promise<void> {
      room.free(bytes)
    },
  }
}
