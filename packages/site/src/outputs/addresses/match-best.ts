export interface Match<From, To> {
  from: From
  to: To
}

interface Pair {
  from: number
  to: number
  score: number
}

/** So much better than any other candidate, of either side, must a match be: where two fit, neither is named. */
const leastLead = 0.04

/**
 * Finds for each one that is gone the one that it became: the best for each other, and clearly so. Those that are found
 * leave the field, which may make a further one clear. `candidates` names the pairs worth a score.
 */
export function matchBest<From, To>(
  from: readonly From[],
  to: readonly To[],
  candidates: Iterable<readonly [from: number, to: number]>,
  score: (from: From, to: To) => number | undefined,
): Match<From, To>[] {
  let pairs: Pair[] = []
  for (const [a, b] of candidates) {
    const value = score(from[a] as From, to[b] as To)
    if (value !== undefined) pairs.push({ from: a, to: b, score: value })
  }
  pairs.sort((a, b) => b.score - a.score || a.from - b.from || a.to - b.to)
  const found: Pair[] = []
  for (let round = 0; round < mostRounds; round++) {
    const clear = findClear(pairs)
    if (clear.length === 0) break
    found.push(...clear)
    const [goneFrom, goneTo] = [new Set(clear.map((pair) => pair.from)), new Set(clear.map((pair) => pair.to))]
    pairs = pairs.filter((pair) => !goneFrom.has(pair.from) && !goneTo.has(pair.to))
  }
  found.sort((a, b) => a.from - b.from)
  return found.map((pair) => ({ from: from[pair.from] as From, to: to[pair.to] as To }))
}

const mostRounds = 20

/** Pairs come best first: the first of each side is its best, the second its rival. */
function findClear(pairs: readonly Pair[]): Pair[] {
  const [byFrom, byTo] = [new Map<number, Pair[]>(), new Map<number, Pair[]>()]
  for (const pair of pairs) {
    addUpToTwo(byFrom, pair.from, pair)
    addUpToTwo(byTo, pair.to, pair)
  }
  const leads = ([best, rival]: Pair[], pair: Pair) =>
    best === pair && (rival === undefined || pair.score - rival.score >= leastLead)
  return pairs.filter((pair) => leads(byFrom.get(pair.from) ?? [], pair) && leads(byTo.get(pair.to) ?? [], pair))
}

function addUpToTwo(map: Map<number, Pair[]>, key: number, pair: Pair): void {
  const list = map.get(key)
  if (!list) map.set(key, [pair])
  else if (list.length < 2) list.push(pair)
}
