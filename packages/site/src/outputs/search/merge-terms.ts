import type { TermRun } from './spool-terms.ts'
import { extendTermLine, readTermLine, type TermLine } from './term-line.ts'

/** The line that a run is at, and those after it. */
interface Cursor {
  /** Runs of one term join in this order. */
  offset: number
  line: TermLine
  rest: Iterator<string>
}

/** All lines of a scope in the order of their terms, each joined from the runs that have it, a block of each at a time. */
export function* mergeTerms(runs: readonly TermRun[]): Generator<TermLine> {
  const heap = runs.flatMap(({ offset, blocks }) => advance({ offset, rest: linesOf(blocks()) }) ?? []).sort(compare)
  for (let lowest = heap[0]; lowest; ) {
    const { term, ...first } = lowest.line
    const line = { term, ...first, first: lowest.offset + first.first, last: lowest.offset + first.last }
    lowest = step(heap)
    while (lowest?.line.term === term) {
      extendTermLine(line, lowest.line, lowest.offset)
      lowest = step(heap)
    }
    yield line
  }
}

function advance({ offset, rest }: Omit<Cursor, 'line'>): Cursor | undefined {
  const { value, done } = rest.next()
  return done ? undefined : { offset, rest, line: readTermLine(value) }
}

/** Moves the lowest cursor on and gives the one that is lowest then. */
function step(heap: Cursor[]): Cursor | undefined {
  const moved = advance(heap[0] as Cursor) ?? heap.pop()
  if (heap.length > 0 && moved) sink(heap, moved)
  return heap[0]
}

/** Puts a cursor at the top of a binary heap and lets it down to its place. */
function sink(heap: Cursor[], cursor: Cursor): void {
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    const [left, right] = [heap[child], heap[child + 1]]
    if (!left) break
    if (right && compare(right, left) < 0) child += 1
    const lower = heap[child] as Cursor
    if (compare(cursor, lower) <= 0) break
    heap[at] = lower
    at = child
  }
  heap[at] = cursor
}

function compare(a: Cursor, b: Cursor): number {
  if (a.line.term === b.line.term) return a.offset - b.offset
  return a.line.term < b.line.term ? -1 : 1
}

function* linesOf(blocks: Iterable<string>): Generator<string> {
  // The line of a word that stands everywhere goes over a thousand blocks, and is put together once.
  let begun: string[] = []
  for (const block of blocks) {
    const [first = '', ...lines] = block.split('\n')
    begun.push(first)
    for (const line of lines) {
      yield begun.join('')
      begun = [line]
    }
  }
  const last = begun.join('')
  if (last !== '') yield last
}
