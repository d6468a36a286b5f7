interface Placed {
  path: string
  page?: string
}

/** Code unit order: the same on every machine and in every locale. Plan the pages of a site in this order. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * The one order of files in a bundle: shared files first, by path; then the files of each page, by page and path.
 * A page's own files stand together, so packs of contiguous ranges of pages concatenate however the pages were cut.
 */
export function compareFiles(a: Placed, b: Placed): number {
  return comparePaths(a.page ?? '', b.page ?? '') || comparePaths(a.path, b.path)
}
