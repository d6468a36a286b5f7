import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { resolveLink } from '../../render/links/resolve-link.ts'

/**
 * A page for programs: its title, its description, and its text as the author wrote it, without the lines that only
 * the site needs.
 */
export function pageMarkdown(source: string, title: string, description?: string): string {
  const body = withoutModules(source.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, ''))
  const lead = description ? `> ${description.replace(/\s+/g, ' ').trim()}\n\n` : ''
  return `# ${title}\n\n${lead}${body.trim()}\n`
}

/** Leaves out `import` and `export` blocks, which end with a blank line; inside a fence they are what is shown. */
function withoutModules(body: string): string {
  const lines: string[] = []
  let fence: string | undefined
  let inModule = false
  for (const line of body.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
    if (fence === undefined && /^(?:import|export)\s/.test(line)) inModule = true
    else if (line.trim() === '') inModule = false
    if (!inModule) lines.push(line)
  }
  return lines.join('\n')
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
