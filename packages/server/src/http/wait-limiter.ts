import { AppError } from '../core/app-error.ts'
import { networkOf } from '../core/keys/network-of.ts'

/** How many requests may wait for a job at once in this process. */
export interface WaitLimits {
  /** Of one API key or one session. */
  perCaller: number
  perAddress: number
  inAll: number
}

export interface Waiter {
  who: 'API key' | 'session'
  id: string
  address: string | null
}

const retrySeconds = 5

/**
 * A request that waits holds a connection and memory for half a minute, and costs its caller nothing. So each has a place
 * among a limited number: its caller's, its address's and the process's.
 */
export class WaitLimiter {
  readonly #limits: WaitLimits
  readonly #waiting = new Map<string, number>()

  constructor(limits: WaitLimits) {
    this.#limits = limits
  }

  /** A place, until it is given back; or a refusal that says whose places are taken. */
  take({ who, id, address }: Waiter): Disposable {
    const { perCaller, perAddress, inAll } = this.#limits
    const places: [subject: string, limit: number, whose: string][] = [
      [`${who} ${id}`, perCaller, `this ${who}`],
      [`address ${networkOf(address)}`, perAddress, 'this address'],
      ['all', inAll, 'the service'],
    ]
    const full = places.find(([subject, limit]) => this.#count(subject) >= limit)
    if (full) throw refuse(full[2], full[1])
    for (const [subject] of places) this.#waiting.set(subject, this.#count(subject) + 1)
    return { [Symbol.dispose]: () => this.#release(places.map(([subject]) => subject)) }
  }

  /** How many wait. */
  get size(): number {
    return this.#count('all')
  }

  #count(subject: string): number {
    return this.#waiting.get(subject) ?? 0
  }

  #release(subjects: string[]): void {
    for (const subject of subjects) {
      const left = this.#count(subject) - 1
      if (left > 0) this.#waiting.set(subject, left)
      else this.#waiting.delete(subject)
    }
  }
}

function refuse(whose: string, limit: number): AppError {
  const sentence = `${limit} requests of ${whose} wait for a job already, and no more may wait at once. Close some, or ask again later.`
  return new AppError('rate_limited', sentence, { retryAfterSeconds: retrySeconds })
}
