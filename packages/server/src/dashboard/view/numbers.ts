const whole = new Intl.NumberFormat('en')

/** 1,284. Below a thousand there is nothing to part, and most numbers of a table are. */
export const formatCount = (count: number): string => (count < 1000 ? String(count) : whole.format(count))

/** “1 page”, “2 pages”. */
export function formatMany(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`
}

const units = ['KB', 'MB', 'GB', 'TB']

/** 512 B, 14.3 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), units.length)
  return `${(bytes / 1000 ** step).toPrecision(3)} ${units[step - 1]}`
}
