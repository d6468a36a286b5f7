import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { resolveLink } from '../../render/links/resolve-link.ts'

// After `](`, `]:` and the attributes that hold an address or a file.
const destination = /(\]\([ \t]*<?|\]:[ \t]*<?|\b(?:href|src|url|to|file)=\{?["'`])([^\s"'`<>()]+)/g

/** An author's Markdown without the addresses of private pages, as the page itself shows none. */
export function hidePrivateLinks(markdown: string, page: PlannedPage, site: SiteIndex): string {
  if (site.privateRoutes.size === 0) return markdown
  return markdown.replace(destination, (whole, before: string, href: string) =>
    site.privateRoutes.has(href) || resolveLink(href, page, site).kind === 'private' ? `${before}#` : whole,
  )
}
