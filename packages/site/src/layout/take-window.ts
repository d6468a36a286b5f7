/**
 * At most `size` neighbours of the item at `center`, so that what stands on a page does not grow with the site.
 * `cut` says that some are left out.
 */
export function takeWindow<T>(items: T[], center: number, size: number): { items: T[]; cut: boolean } {
  if (items.length <= size) return { items, cut: false }
  const start = Math.min(Math.max(0, center - Math.floor(size / 2)), items.length - size)
  return { items: items.slice(start, start + size), cut: true }
}
