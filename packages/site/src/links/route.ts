/** The address of a page's file: `/a/b` for `a/b.mdx`, `/a` for `a/index.mdx`, `/` for `index.mdx`. */
export function routeOf(file: string): string {
  return normalizeRoute(`/${file.replace(/\.mdx?$/, '')}`)
}

/** `/a/b`, `/a/b/`, `/a/b.html`, `/a/b.mdx` and `/a/b/index` are one page: `/a/b`. */
export function normalizeRoute(path: string): string {
  const route = path
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .replace(/\.(?:html|mdx?)$/, '')
    .replace(/\/index$/, '')
  return route === '' ? '/' : route
}

/** The file of the site that a page's source becomes. */
export function outputOf(file: string): string {
  return file.replace(/\.mdx?$/, '.html')
}
