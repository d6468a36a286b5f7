export interface Rate {
  limit: number
  remaining: number
  resetSeconds: number
  exceeded: boolean
}

/**
 * Counts in this process alone, in windows of a minute that begin for everybody at once: forgetting a minute is
 * dropping a Map, and a count costs one look-up and no write.
 */
export class RateLimiter {
  readonly #now: () => number
  #counts = new Map<string, { used: number }>()
  #earlier = new Map<string, { used: number }>()
  #windowEnd = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Counts one and says how it stands. */
  take(subject: string, limit: number): Rate {
    this.#turn()
    const count = this.#counts.get(subject)
    if (!count) this.#counts.set(subject, { used: 1 })
    else count.used++
    return this.#rate(count?.used ?? 1, limit)
  }

  /** How it stands, without counting. */
  peek(subject: string, limit: number): Rate {
    this.#turn()
    return this.#rate(this.#counts.get(subject)?.used ?? 0, limit)
  }

  /** Whether this subject was counted in this minute or the one before. */
  knows(subject: string): boolean {
    this.#turn()
    return this.#counts.has(subject) || this.#earlier.has(subject)
  }

  #rate(used: number, limit: number): Rate {
    return {
      limit,
      remaining: Math.max(0, limit - used),
      resetSeconds: Math.max(1, Math.ceil((this.#windowEnd - this.#now()) / 1000)),
      exceeded: used > limit,
    }
  }

  #turn(): void {
    const now = this.#now()
    if (now < this.#windowEnd) return
    this.#earlier = now < this.#windowEnd + 60_000 ? this.#counts : new Map()
    this.#counts = new Map()
    this.#windowEnd = now - (now % 60_000) + 60_000
  }
}
