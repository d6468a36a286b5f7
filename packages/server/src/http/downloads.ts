import type { ApiContext } from './client-address.ts'
import { type Occupant, PlaceLimiter, type PlaceLimits } from './place-limiter.ts'

/**
 * A place is about a megabyte of memory, so downloads use at most 200 MB of a process, and those of one organization half of
 * it. A page of a preview loads its files at the same time, so one caller has many places.
 */
export const downloadLimits = { perCaller: 60, perOrganization: 100, perAddress: 100, inAll: 200 }
const placeBytes = 1024 * 1024

export const downloadMinutes = 10
// A reader who takes nothing for so long has left.
const idleMs = 60_000

/** Downloads of this process: each has places until it has been sent, its reader has left, or its time is over. */
export class Downloads {
  readonly #places: PlaceLimiter
  readonly #totalMs: number

  constructor(limits: PlaceLimits = downloadLimits, totalMs = downloadMinutes * 60_000) {
    this.#places = new PlaceLimiter(limits, 'download files')
    this.#totalMs = totalMs
  }

  /** How many places are taken. */
  get size(): number {
    return this.#places.size
  }

  /** Takes places for the response to this request, which holds so many bytes in memory. */
  begin({ env: { outgoing } }: ApiContext, occupant: Occupant, heldBytes = placeBytes): void {
    const place = this.#places.take(occupant, Math.max(1, Math.ceil(heldBytes / placeBytes)))
    const cut = () => outgoing.destroy()
    const late = setTimeout(cut, this.#totalMs)
    outgoing.setTimeout(idleMs, cut)
    const end = () => {
      clearTimeout(late)
      place[Symbol.dispose]()
    }
    if (outgoing.closed) end()
    else outgoing.once('close', end)
  }

  /** Begins a download that is read while it is sent. The first bytes are awaited, so that a failed read is no 200. */
  async stream(c: ApiContext, occupant: Occupant, bytes: AsyncIterable<Uint8Array>): Promise<ReadableStream> {
    this.begin(c, occupant)
    const chunks = bytes[Symbol.asyncIterator]()
    return ReadableStream.from(continueFrom(await chunks.next(), chunks))
  }
}

async function* continueFrom<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* { [Symbol.asyncIterator]: () => rest }
}
