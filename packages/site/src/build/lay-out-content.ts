import { createChrome } from '../layout/chrome.ts'
import { layOutPage } from '../layout/lay-out-page.ts'
import { themeOf } from '../layout/theme/theme-of.ts'
import type { PageTrace } from '../model/page-trace.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import { placeInSearch } from '../outputs/search/describe-for-search.ts'
import { createPageIcons } from '../render/html/create-page-icons.ts'
import type { PageContent } from './reuse/page-content.ts'

/** The file of a page, and where its content stands in it. */
export function layOutContent(page: PlannedPage, rendered: PageContent, site: SiteIndex) {
  const { facts, icons, ...parts } = rendered
  const chrome = createChrome(page, site, createPageIcons(site.plan.config.iconLibrary, new Set(icons)))
  const { description, headings, needs, code } = facts
  const codeDigest = code?.digest
  const { text, hosts } = layOutPage({
    ...parts,
    chrome,
    description,
    headings,
    needs,
    codeDigest,
    theme: themeOf(site),
  })
  const isFound = facts.search ?? facts.searchPlace
  const placed = { ...facts, hosts, ...(isFound && { searchPlace: placeInSearch(page.route, site) }) }
  return { file: { path: page.output, bytes: Buffer.from(text) }, facts: placed, places: findPlaces(text, rendered) }
}

/** Where in a page's HTML that stands which does not change with what is around it. */
function findPlaces(text: string, { content, rules }: PageContent): Pick<PageTrace, 'content' | 'rules'> {
  // After the content comes nothing of its author's: the last end of an article is the one that we wrote.
  const end = text.lastIndexOf('</article>')
  // Nor does anything of his open an element before the rules.
  const start = rules === '' ? 0 : text.indexOf('<style>') + '<style>'.length
  return { content: [end - content.length, end], rules: [start, start + rules.length] }
}
