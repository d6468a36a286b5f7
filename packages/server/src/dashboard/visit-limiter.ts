import { hash } from 'node:crypto'
import { AppError } from '../core/app-error.ts'
import { networkOf } from '../core/keys/network-of.ts'
import { type Rate, RateLimiter } from '../http/rate-limiter.ts'

export interface VisitLimits {
  sessionRequestsPerMinute: number
  /** Of those who have not signed in, or are not known yet. */
  addressRequestsPerMinute: number
}

/**
 * How often the dashboard is asked, by session and by address. A session that was found here a moment ago counts for
 * itself alone: whoever floods the service from a shared address shuts out none of those who have signed in there.
 */
export class VisitLimiter {
  readonly #limits: VisitLimits
  readonly #sessions: RateLimiter
  readonly #addresses: RateLimiter

  constructor(limits: VisitLimits, now: () => number = Date.now) {
    this.#limits = limits
    this.#sessions = new RateLimiter(now)
    this.#addresses = new RateLimiter(now)
  }

  /** Before anything is looked up. */
  count(secret: string | undefined, address: string | null): void {
    const name = secret === undefined ? undefined : nameOf(secret)
    if (name !== undefined && this.#sessions.knows(name)) {
      const rate = this.#sessions.take(name, this.#limits.sessionRequestsPerMinute)
      if (rate.exceeded) throw refuse('You have asked for more pages than this service gives in a minute.', rate)
      return
    }
    const rate = this.#addresses.take(networkOf(address), this.#limits.addressRequestsPerMinute)
    if (rate.exceeded) throw refuse('There were too many requests from your address within a minute.', rate)
  }

  /** There is such a session. */
  recognize(secret: string): void {
    const name = nameOf(secret)
    if (!this.#sessions.knows(name)) this.#sessions.take(name, this.#limits.sessionRequestsPerMinute)
  }
}

/** Not the secret itself: what lies in memory may end up in a dump. */
function nameOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

function refuse(sentence: string, { resetSeconds }: Rate): AppError {
  const wait = `Wait ${resetSeconds} seconds, then reload this page.`
  return new AppError('rate_limited', `${sentence} ${wait}`, { retryAfterSeconds: resetSeconds })
}
