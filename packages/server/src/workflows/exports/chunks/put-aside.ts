import type { Lease } from '../../cache/space.ts'

// Until what nobody uses has gone from the disk.
const patienceMs = 5_000

/** What is put aside for the next export found no room: that is no fault of this one. */
class NoRoom extends Error {}

export async function takeAside(room: Lease, bytes: number): Promise<void> {
  await room.take(bytes, AbortSignal.timeout(patienceMs)).catch(() => {
    throw new NoRoom()
  })
}

export function orNoRoom<Entry>(error: unknown): Entry | undefined {
  if (error instanceof NoRoom) return undefined
  throw error
}
