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

/**
 * The file of the site that a page's source becomes. Hosts look for `index.html` in just this spelling, and they show
 * `404.html` at any depth, where a page's relative links would lead astray.
 */
export function outputOf(file: string): string {
  const name = file.replace(/\.mdx?$/, '')
  return name === '404' ? '404/index.html' : `${name.replace(/(?<=^|\/)index$/i, 'index')}.html`
}
