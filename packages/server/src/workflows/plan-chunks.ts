/** A run of pages, from the first to before the second, in the order of the plan. */
export interface ChunkRange {
  from: number
  to: number
}

// 200 pages are some seconds of work: enough to make the engine's few milliseconds vanish, short enough to repeat.
const largest = 200
const smallest = 10

/** A site falls into at least eight chunks while they hold ten pages, so that small sites show progress and spread too. */
export function planChunks(pages: number): ChunkRange[] {
  const size = Math.min(largest, Math.max(smallest, Math.ceil(pages / 8)))
  return Array.from({ length: Math.ceil(pages / size) }, (_, index) => ({
    from: index * size,
    to: Math.min(pages, (index + 1) * size),
  }))
}
