export interface Window<T> {
  items: T[]
  /** Where the first of them stands among all. */
  start: number
  cut: boolean
}

/**
 * At most `size` neighbours of the item at `center`, so that what stands on a page does not grow with the site.
 * `cut` says that some are left out.
 */
export function takeWindow<T>(items: T[], center: number, size: number): Window<T> {
  if (items.length <= size) return { items, start: 0, cut: false }
  const start = Math.min(Math.max(0, center - Math.floor(size / 2)), items.length - size)
  return { items: items.slice(start, start + size), start, cut: true }
}
