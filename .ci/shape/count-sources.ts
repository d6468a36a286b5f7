import { dirname } from 'node:path'
import type { Source } from './read-sources.ts'

/** More in one folder are not taken in at a glance. */
export const mostSources = 20

/** How many sources stand in each folder itself. */
export function countSources(sources: readonly Source[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return counts
}
