import type { Correction } from './correct-address.ts'

/** At the place of the finding: where the link or the element begins. */
export interface Replacement extends Correction {
  line: number
  column: number
}

// A tag with many attributes, or a long text of a link.
const farthest = 4000
const around = /[\s"'`()<>{}[\]]/

/** Writes each address where it stands as the finding names it; one that is written in another way is left. */
export function replaceAddresses(source: string, desired: readonly Replacement[]) {
  const lines = lineStarts(source)
  const taken = new Map<number, Replacement>()
  for (const one of desired) {
    const start = (lines[one.line - 1] ?? source.length) + one.column - 1
    const at = findAddress(source, one.from, start, taken)
    if (at !== undefined) taken.set(at, one)
  }
  const places = [...taken].sort(([a], [b]) => b - a)
  const text = places.reduce(
    (rest, [at, { from, to }]) => rest.slice(0, at) + to + rest.slice(at + from.length),
    source,
  )
  return { text, done: places.reverse().map(([, one]) => one) }
}

function lineStarts(source: string): number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Whole: what stands around it is no part of an address. A place may follow the address of its page. */
function findAddress(source: string, from: string, start: number, taken: ReadonlyMap<number, unknown>) {
  for (let at = source.indexOf(from, start); at !== -1 && at < start + farthest; at = source.indexOf(from, at + 1)) {
    const isBegun = from.startsWith('#') || around.test(source[at - 1] ?? ' ')
    if (isBegun && around.test(source[at + from.length] ?? ' ') && !taken.has(at)) return at
  }
  return undefined
}
