import { pageAddress } from '../../model/paths.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import { isListed } from '../../plan/pages/page-kind.ts'
import { escapeText } from '../../render/html/html.ts'

/** What one file may hold by the format's own rule. */
const mostOfFile = 50_000

/** Every page that search engines may list; several files with a list of them if there are too many for one. */
export function* renderSitemaps(site: SiteIndex): Generator<{ path: string; text: string }> {
  const { siteUrl, pages, config } = site.plan
  if (siteUrl === undefined) return
  const isNavigable = (route: string) => config.seo.indexing === 'all' || site.navigation.places.has(route)
  const listed = pages.filter((page) => isListed(page) && isNavigable(page.route))
  const addresses = listed.map((page) => `<url><loc>${escapeText(pageAddress(siteUrl, page))}</loc></url>`)
  if (addresses.length <= mostOfFile) return yield { path: 'sitemap.xml', text: wrap('urlset', addresses) }
  const files: string[] = []
  for (let at = 0; at < addresses.length; at += mostOfFile) {
    const path = `_bindery/sitemap-${files.length + 1}.xml`
    files.push(`<sitemap><loc>${escapeText(`${siteUrl}/${path}`)}</loc></sitemap>`)
    yield { path, text: wrap('urlset', addresses.slice(at, at + mostOfFile)) }
  }
  yield { path: 'sitemap.xml', text: wrap('sitemapindex', files) }
}

export function renderRobots({ plan }: SiteIndex): string {
  const sitemap = plan.siteUrl === undefined ? '' : `\nSitemap: ${plan.siteUrl}/sitemap.xml\n`
  return `User-agent: *\nAllow: /\n${sitemap}`
}

function wrap(tag: string, lines: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${tag}>\n`
}
