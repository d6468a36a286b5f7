import type { listEarlierExports } from '../../core/exports/read/list-earlier-exports.ts'
import { formatRelative } from '../view/time.tsx'

export type EarlierExport = Awaited<ReturnType<typeof listEarlierExports>>[number]

/** An earlier export as a list of choices names it. */
export function nameEarlier({ id, version, endedAt, isLive }: EarlierExport): string {
  return `${version ?? id}${isLive ? ' (live)' : ''}, ${formatRelative(((endedAt?.getTime() ?? 0) - Date.now()) / 1000)}`
}
