export interface Turn {
  /** Lower goes first: what is nearer to its end frees more. */
  rank: number
  /** Among equals the group with the fewest inside goes first, then who came first. */
  group: string
}

export interface Gate {
  /** Waits for the turn; dispose of what it gives to let the next one in, once or more often. */
  enter(turn: Turn, signal: AbortSignal): Promise<Disposable>
  /** From now on nobody gets in; whoever waits waits for ever. */
  close(): void
}

interface Waiter extends Turn {
  admit(): void
}

/** Lets so many in at once, and of one group so many. */
export function createGate(width: number, ofGroup = width): Gate {
  const waiting: Waiter[] = []
  const inside: string[] = []
  let closed = false

  function admitNext(): void {
    while (!closed && inside.length < width) {
      const fitting = waiting.filter(({ group }) => countInside(group) < ofGroup)
      const [first] = fitting
      if (!first) return
      const next = fitting.reduce((best, waiter) => (goesBefore(waiter, best) ? waiter : best), first)
      remove(waiting, next)
      inside.push(next.group)
      next.admit()
    }
  }

  function goesBefore(a: Turn, b: Turn): boolean {
    return a.rank !== b.rank ? a.rank < b.rank : countInside(a.group) < countInside(b.group)
  }

  const countInside = (group: string) => inside.filter((other) => other === group).length

  function leave(group: string): void {
    remove(inside, group)
    admitNext()
  }

  return {
    enter(turn, signal) {
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          remove(waiting, waiter)
          reject(signal.reason)
        }
        const waiter: Waiter = {
          ...turn,
          admit() {
            signal.removeEventListener('abort', giveUp)
            let isInside = true
            const goOut = () => {
              if (isInside) leave(turn.group)
              isInside = false
            }
            resolve({ [Symbol.dispose]: goOut })
          },
        }
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.push(waiter)
        admitNext()
      })
    },
    close() {
      closed = true
    },
  }
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
}
