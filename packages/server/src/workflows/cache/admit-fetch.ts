import type { Scratch } from './host-cache.ts'
import { createMeter } from './meter.ts'

export interface AdmittedFetch extends Disposable {
  onBytes(bytes: number): Promise<void>
}

// What git writes beside the pack that comes: an index of 36 bytes for each object, of which its memory holds a million.
const besidePack = 40 * 1024 ** 2

/** Waits for room before a repository is fetched into this folder, and then counts it as it comes. */
export async function admitFetch({ room }: Scratch, signal: AbortSignal): Promise<AdmittedFetch> {
  await room.take(besidePack, signal)
  const meter = createMeter(room, signal)
  return { onBytes: meter.add, [Symbol.dispose]: meter[Symbol.dispose] }
}
