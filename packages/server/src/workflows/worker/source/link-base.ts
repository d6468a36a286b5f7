import type { OpenEntry } from '../../cache/entries.ts'
import type { HostCache } from '../../cache/host-cache.ts'
import type { Lease } from '../../cache/space.ts'

export interface LinkedBase extends Disposable {
  /** Undefined where there is none. */
  path: string | undefined
}

interface BaseRequest {
  /** Of the entry, which may not be there. */
  name: string | undefined
  /** What the new folder takes, more or less. */
  bytes(base: OpenEntry | undefined): number
  room: Lease
  signal?: AbortSignal | undefined
}

// Until what nobody uses has gone from the disk.
const patienceMs = 5_000

/**
 * Holds the folder of an earlier source and reserves room for the new one beside it. Where the disk has not enough for
 * both, the earlier one is let go, and the new one is read whole.
 */
export async function linkBase(cache: Pick<HostCache, 'find'>, request: BaseRequest): Promise<LinkedBase> {
  const { name, bytes, room, signal } = request
  const base = name === undefined ? undefined : cache.find(name)
  if (base) {
    using held = new DisposableStack()
    held.use(base)
    const patience = AbortSignal.timeout(patienceMs)
    const waits = signal ? AbortSignal.any([signal, patience]) : patience
    const reserved = await room.reserve(bytes(base), waits).catch(() => undefined)
    signal?.throwIfAborted()
    if (reserved) {
      held.use(reserved)
      const both = held.move()
      return { path: base.path, [Symbol.dispose]: () => both.dispose() }
    }
  }
  const alone = await room.reserve(bytes(undefined), signal)
  return { path: undefined, [Symbol.dispose]: () => alone[Symbol.dispose]() }
}
