import { Name } from './name.tsx'

const steps: [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, 'second'],
  [3_600, 60, 'minute'],
  [86_400, 3_600, 'hour'],
  [30 * 86_400, 86_400, 'day'],
  [365 * 86_400, 30 * 86_400, 'month'],
  [Number.POSITIVE_INFINITY, 365 * 86_400, 'year'],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** How long ago or ahead, with the exact time on hover. The script keeps it true while the page stays open. */
export function Time({ at, now = Date.now() }: { at: Date | string; now?: number }) {
  const iso = typeof at === 'string' ? at : at.toISOString()
  const exact = `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
  return (
    <time datetime={iso} title={exact}>
      {formatRelative((Date.parse(iso) - now) / 1000)}
    </time>
  )
}

/** The time at which a job was started, with who started it below. */
export function StartTime({ at, by }: { at: Date | string; by: string | null }) {
  return (
    <span class="pair">
      <Time at={at} />
      {by !== null && (
        <small>
          <Name text={`by ${by}`} />
        </small>
      )}
    </span>
  )
}

export function formatRelative(seconds: number): string {
  // The unit is that of the rounded time: 59 minutes and 58 seconds are an hour.
  const rounded = (unitSeconds: number) => Math.round(seconds / unitSeconds)
  const step = steps.find(([limit, unitSeconds]) => Math.abs(rounded(unitSeconds) * unitSeconds) < limit)
  const [, unitSeconds, unit] = step ?? [0, 1, 'second' as const]
  return relative.format(rounded(unitSeconds), unit)
}

/** 42 s, 3 min 5 s, 2 h 10 min. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}
