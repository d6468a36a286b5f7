import { decodePath, normalizeRoute } from './paths.ts'

/** The addresses of private pages: no link of the site shows one. */
export class PrivateRoutes {
  readonly #routes: Set<string>
  readonly #siteUrl: string | undefined

  constructor(routes: readonly string[], siteUrl: string | undefined) {
    this.#routes = new Set(routes.map(foldRoute))
    // Whatever a site's first page is, something stands at its root.
    this.#routes.delete('/')
    this.#siteUrl = siteUrl
  }

  get size(): number {
    return this.#routes.size
  }

  /** `href` is a path from the site's root, or a whole address. */
  has(href: string): boolean {
    if (this.#routes.size === 0) return false
    const path = this.#siteUrl && href.startsWith(`${this.#siteUrl}/`) ? href.slice(this.#siteUrl.length) : href
    if (/^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return false
    return this.#routes.has(foldRoute(decodePath(path.replace(/[?#].*$/s, ''))))
  }
}

/** However its author spells it: `a/b`, `/A/b.mdx` and `./a/b/` may all be meant as one page. */
export function foldRoute(path: string): string {
  const route = normalizeRoute(`/${path.trim().replace(/^(?:\.?\/)+/, '')}`)
  return route.normalize('NFC').toLowerCase()
}
