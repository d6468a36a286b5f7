import { AppError } from '../core/app-error.ts'
import { networkOf } from '../core/keys/network-of.ts'

/** Upper bounds of concurrent requests in this process. */
export interface PlaceLimits {
  /** Of one API key, session or preview. */
  perCaller: number
  perOrganization?: number
  perAddress: number
  inAll: number
}

export interface Occupant {
  who: 'API key' | 'session' | 'preview'
  id: string
  organizationId?: string | undefined
  address: string | null
}

const retrySeconds = 5

/**
 * Places for requests that stay open: one that waits for a job, or a download that its reader takes slowly, holds a
 * connection and memory and costs its caller nothing.
 */
export class PlaceLimiter {
  readonly #limits: Required<PlaceLimits>
  readonly #what: string
  readonly #taken = new Map<string, number>()

  /** `what` the requests do, for the refusal: "wait for a job". */
  constructor(limits: PlaceLimits, what: string) {
    this.#limits = { perOrganization: Number.POSITIVE_INFINITY, ...limits }
    this.#what = what
  }

  /** Places until they are disposed of; or a refusal that names whose places are taken. */
  take({ who, id, organizationId, address }: Occupant, places = 1): Disposable {
    const { perCaller, perOrganization, perAddress, inAll } = this.#limits
    const shares: [subject: string, limit: number, whose: string][] = [
      [`${who} ${id}`, perCaller, `this ${who}`],
      [`address ${networkOf(address)}`, perAddress, 'this address'],
      ['all', inAll, 'the service'],
    ]
    if (organizationId !== undefined) shares.push([organizationId, perOrganization, 'this organization'])
    const full = shares.find(([subject, limit]) => this.#count(subject) + places > limit)
    if (full) throw this.#refuse(full[2], full[1])
    for (const [subject] of shares) this.#add(subject, places)
    let isTaken = true
    const release = () => {
      if (isTaken) for (const [subject] of shares) this.#add(subject, -places)
      isTaken = false
    }
    return { [Symbol.dispose]: release }
  }

  /** How many places are taken. */
  get size(): number {
    return this.#count('all')
  }

  #count(subject: string): number {
    return this.#taken.get(subject) ?? 0
  }

  #add(subject: string, places: number): void {
    const count = this.#count(subject) + places
    if (count > 0) this.#taken.set(subject, count)
    else this.#taken.delete(subject)
  }

  #refuse(whose: string, limit: number): AppError {
    const sentence = `${limit} requests of ${whose} ${this.#what} already, and no more may at the same time. Close some, or try again later.`
    return new AppError('rate_limited', sentence, { retryAfterSeconds: retrySeconds })
  }
}
