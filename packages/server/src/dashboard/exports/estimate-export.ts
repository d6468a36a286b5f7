import { progressWhen } from '../../core/exports/export-progress.ts'

export interface Pace {
  pagesPerSecond: number | undefined
  secondsLeft: number | undefined
}

interface Running {
  progress: number
  pageCount: number
  totalPages: number | null
  startedAt: Date | null
}

/**
 * How fast an export goes, and how long it may still take. Both are guesses from what is done: before the first pages
 * there is nothing to guess from, and never is less than no time left.
 */
export function estimateExport({ progress, pageCount, totalPages, startedAt }: Running, now = Date.now()): Pace {
  const seconds = startedAt === null ? 0 : (now - startedAt.getTime()) / 1000
  if (seconds <= 0 || pageCount === 0) return { pagesPerSecond: undefined, secondsLeft: undefined }
  const pagesPerSecond = pageCount / seconds
  if (totalPages === null || progress <= progressWhen.planned) return { pagesPerSecond, secondsLeft: undefined }
  return { pagesPerSecond, secondsLeft: Math.max(0, (seconds * (100 - progress)) / progress) }
}
