export interface Turns {
  /** Begins when it is its turn. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/**
 * So many at a time, in the order in which they come. What takes longer than `longestMs` goes on, but no longer keeps
 * others from theirs: a large site must not hold up the small ones.
 */
export function createTurns(places: number, longestMs: number): Turns {
  const waiting: (() => void)[] = []
  let free = places
  const take = async () => {
    if (free > 0) return void free--
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    await promise
  }
  const giveBack = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    async run(work) {
      await take()
      let isHeld = true
      const release = () => {
        if (isHeld) giveBack()
        isHeld = false
      }
      const timer = setTimeout(release, longestMs).unref()
      try {
        return await work()
      } finally {
        clearTimeout(timer)
        release()
      }
    },
  }
}
