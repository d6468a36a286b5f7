/** Bytes of a budget, lent to pieces of work. */
export interface Space {
  lease(): Lease
  usedBytes(): number
  /** Something that was in use is not any more: whoever waits may have its place. */
  wake(): void
}

/** What one piece of work holds of the budget, until it is disposed of. */
export interface Lease extends Disposable {
  readonly bytes: number
  /** Waits for room; call it before the bytes are written. */
  take(bytes: number, signal?: AbortSignal): Promise<void>
  /** The same for what is written already or not worth waiting for: false when there is no room. */
  takeNow(bytes: number): boolean
  /**
   * Waits for all that is going to be taken, until it is disposed of: who takes it piece by piece, and waits for the last
   * while holding the others, would keep everybody else waiting.
   */
  reserve(bytes: number, signal?: AbortSignal): Promise<Disposable>
  /** Remembers what is held and reserved now; what it gives returns to that. */
  mark(): () => void
  /** Returns what turned out not to be needed. */
  free(bytes: number): void
  /** Hands bytes on that are written already, so nothing waits. */
  moveTo(other: Lease, bytes: number): void
}

export class NoSpace extends Error {
  override readonly name = 'NoSpace'
  /** `too_large` never fits; `busy` may fit when others have ended. */
  readonly code: 'too_large' | 'busy'

  constructor(code: NoSpace['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface SpaceOptions {
  maxBytes: number
  /** Of one lease. */
  largestBytes: number
  /**
   * How long a piece of work waits for more. Two that wait for each other would wait for ever: the first to give up frees
   * what it holds for the other.
   */
  patienceMs: number
  /** Asks for this many bytes to be freed of what nobody uses. */
  makeRoom(bytes: number): void
}

interface Waiter {
  bytes: number
  admit(): void
}

interface Held extends Lease {
  bytes: number
  /** Of these bytes, what is reserved and not taken yet. */
  reserved: number
}

export function createSpace({ maxBytes, largestBytes, patienceMs, makeRoom }: SpaceOptions): Space {
  const waiting = new Set<Waiter>()
  let used = 0

  function change(lease: Held, bytes: number): void {
    lease.bytes += bytes
    used += bytes
  }

  /** Whoever fits goes, so that a small site never waits behind a large one. */
  function admitWaiting(): void {
    for (const waiter of waiting) {
      if (used + waiter.bytes > maxBytes) continue
      waiting.delete(waiter)
      waiter.admit()
    }
    const [first] = waiting
    if (first) makeRoom(used + first.bytes - maxBytes)
  }

  function takeNow(lease: Held, needed: number): boolean {
    const bytes = needed - Math.min(needed, lease.reserved)
    const fits = used + bytes <= maxBytes && lease.bytes + bytes <= largestBytes
    if (!fits) return false
    lease.reserved -= needed - bytes
    change(lease, bytes)
    return true
  }

  async function take(lease: Held, needed: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (takeNow(lease, needed)) return
    const bytes = needed - lease.reserved
    if (lease.bytes + bytes > largestBytes) throw tooLarge(largestBytes)
    lease.reserved = 0
    await new Promise<void>((resolve, reject) => {
      const giveUp = (reason: unknown) => {
        waiting.delete(waiter)
        settle()
        reject(reason)
      }
      const onAbort = () => giveUp(signal?.reason)
      const timer = setTimeout(() => giveUp(busy()), patienceMs)
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const waiter: Waiter = {
        bytes,
        admit() {
          settle()
          change(lease, bytes)
          resolve()
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      waiting.add(waiter)
      admitWaiting()
    })
  }

  function lease(): Lease {
    const held: Held = {
      bytes: 0,
      reserved: 0,
      take: (bytes, signal) => take(held, bytes, signal),
      takeNow: (bytes) => takeNow(held, bytes),
      async reserve(bytes, signal) {
        await take(held, bytes, signal)
        held.reserved = bytes
        return { [Symbol.dispose]: () => held.free(takeBack(held)) }
      },
      mark() {
        const { bytes, reserved } = held
        return () => {
          held.free(Math.max(0, held.bytes - bytes))
          held.reserved = Math.min(reserved, held.bytes)
        }
      },
      free(bytes) {
        change(held, -Math.min(bytes, held.bytes))
        held.reserved = Math.min(held.reserved, held.bytes)
        admitWaiting()
      },
      moveTo(other, bytes) {
        const moved = Math.min(bytes, held.bytes)
        change(held, -moved)
        change(other as Held, moved)
      },
      [Symbol.dispose]: () => held.free(held.bytes),
    }
    return held
  }

  return { lease, usedBytes: () => used, wake: admitWaiting }
}

function takeBack(lease: Held): number {
  const { reserved } = lease
  lease.reserved = 0
  return reserved
}

function tooLarge(largestBytes: number): NoSpace {
  return new NoSpace(
    'too_large',
    `It needs more than ${largestBytes} bytes of disk, the most that this worker gives one job. Make it smaller, or ask the operator to raise BINDERY_WORKER_CACHE_BYTES.`,
  )
}

export function busy(): NoSpace {
  return new NoSpace(
    'busy',
    'The disk of the worker is full of what other jobs are using. Start it again later; if this happens often, ask the operator to raise BINDERY_WORKER_CACHE_BYTES.',
  )
}
