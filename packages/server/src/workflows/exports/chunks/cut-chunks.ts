import { hash } from 'node:crypto'

/** A run of pages, from the first to before the second, in the order of the plan. */
export interface ChunkRange {
  from: number
  to: number
}

// 128 pages are some seconds of work: enough to make the engine's few milliseconds vanish, short enough to repeat.
const largest = 128
const smallest = 8

/**
 * Cuts the pages where the hash of a page's place says so, so that an added page moves no cut but those beside it, and an
 * export finds its chunks in the one before it. A site falls into about ten chunks while they hold eight pages, so that
 * small sites show progress and spread too.
 */
export function cutChunks(places: readonly string[]): ChunkRange[] {
  const size = chooseSize(places.length)
  const chunks: ChunkRange[] = []
  let from = 0
  for (const [at, place] of places.entries()) {
    const length = at - from
    if (length < size / 2) continue
    if (length < size * 2 && Number.parseInt(hash('sha1', place).slice(0, 8), 16) % size !== 0) continue
    chunks.push({ from, to: at })
    from = at
  }
  if (from < places.length) chunks.push({ from, to: places.length })
  return chunks
}

/** A power of two: a size that followed the number of pages closely would move every cut with each of them. */
function chooseSize(pages: number): number {
  const desired = 2 ** Math.round(Math.log2(Math.max(1, pages / 10)))
  return Math.min(largest, Math.max(smallest, desired))
}
