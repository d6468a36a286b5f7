export interface Turn {
  /** Lower goes first: what is nearer to its end frees more. */
  rank: number
  /** Among equals the group with the fewest inside goes first, then the one served least recently, then who came first. */
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

// Upper bound of remembered groups: a forgotten one counts as never served.
const maxServed = 1_000

/** Admits `width` at a time, and `ofGroup` of one group. */
export function createGate(width: number, ofGroup = width): Gate {
  const waiting: Waiter[] = []
  const inside: string[] = []
  /** The number of the latest turn of each group, least recent first. */
  const served = new Map<string, number>()
  let turns = 0
  let closed = false

  function admitNext(): void {
    while (!closed && inside.length < width) {
      const fitting = waiting.filter(({ group }) => countInside(group) < ofGroup)
      const [first] = fitting
      if (!first) return
      const next = fitting.reduce((best, waiter) => (goesBefore(waiter, best) ? waiter : best), first)
      remove(waiting, next)
      inside.push(next.group)
      recordTurn(next.group)
      next.admit()
    }
  }

  function goesBefore(a: Turn, b: Turn): boolean {
    const difference =
      a.rank - b.rank || countInside(a.group) - countInside(b.group) || latestTurn(a.group) - latestTurn(b.group)
    return difference < 0
  }

  const countInside = (group: string) => inside.filter((other) => other === group).length

  const latestTurn = (group: string) => served.get(group) ?? 0

  function recordTurn(group: string): void {
    turns += 1
    served.delete(group)
    served.set(group, turns)
    const [leastRecent] = served.keys()
    if (served.size > maxServed && leastRecent !== undefined) served.delete(leastRecent)
  }

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
