import { dirname } from 'node:path'
import type { Source } from './read-sources.ts'

/** Number of sources directly in each folder. */
export function countSources(sources: readonly Source[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return counts
}
