const whole = new Intl.NumberFormat('en')

export const sayCount = (count: number): string => whole.format(count)

/** “1 page”, “2 pages”. */
export function sayMany(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`
}

const units = ['KB', 'MB', 'GB', 'TB']

/** 512 B, 14.3 MB. */
export function sayBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), units.length)
  return `${(bytes / 1000 ** step).toPrecision(3)} ${units[step - 1]}`
}
