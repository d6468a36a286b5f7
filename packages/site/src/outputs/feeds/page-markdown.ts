import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { publicSource } from '../../page/lenient/public-source.ts'
import type { ParsedText } from '../../page/parse/parse-markdown.ts'
import { splitFrontMatter } from '../../page/parse/read-front-matter.ts'
import { resolveLink } from '../../render/links/resolve-link.ts'

/**
 * A page for programs: its title, its description, and its text as the author wrote it, without the lines that only
 * the site needs and those that no reader sees.
 */
export function pageMarkdown(
  source: string,
  file: string,
  title: string,
  description?: string,
  parsed?: ParsedText,
): string {
  const { body } = splitFrontMatter(source, file)
  const lead = description ? `> ${description.replace(/\s+/g, ' ').trim()}\n\n` : ''
  return `# ${title}\n\n${lead}${publicSource(body, file, parsed).trim()}\n`
}

// After `](`, `]:` and the attributes that hold an address or a file.
const destination = /(\]\([ \t]*<?|\]:[ \t]*<?|\b(?:href|src|url|to|file)=\{?["'`])([^\s"'`<>()]+)/g

/** An author's Markdown without the addresses of private pages, as the page itself shows none. */
export function hidePrivateLinks(markdown: string, page: PlannedPage, site: SiteIndex): string {
  if (site.privateRoutes.size === 0) return markdown
  return markdown.replace(destination, (whole, before: string, href: string) =>
    site.privateRoutes.has(href) || resolveLink(href, page, site).kind === 'private' ? `${before}#` : whole,
  )
}
