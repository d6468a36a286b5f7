import { createChrome } from '../layout/chrome.ts'
import { layOutPage } from '../layout/lay-out-page.ts'
import { themeOf } from '../layout/theme/theme-of.ts'
import type { EarlierPage, RenderedPage } from '../model/page-facts.ts'
import type { PageTrace } from '../model/page-trace.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import { placeInSearch } from '../outputs/search/describe-for-search.ts'
import { PageError } from '../page/parse/page-error.ts'
import { createPageIcons } from '../render/html/create-page-icons.ts'
import { failedPage } from './failed-page.ts'
import { type PageContent, renderPageContent } from './render-page-content.ts'
import { describeAsked, rendersTheSame } from './reuse/page-trace.ts'
import type { Tools } from './tools.ts'

/**
 * One page's whole walk: rendered from its source, or taken over from an earlier export that was rendered from the same, and
 * laid out. It never goes back, and it waits for nothing but the first use of a tool: a child has one page at a time, and
 * reading it at once takes half the time of reading it by and by.
 */
export async function renderPage(
  page: PlannedPage,
  site: SiteIndex,
  root: string,
  tools: Tools,
  earlier?: EarlierPage,
): Promise<RenderedPage> {
  try {
    if (earlier && rendersTheSame(earlier.trace, page, site, root)) return layOutAgain(page, earlier, site)
    const { drawn: rendered, asked } = await renderPageContent(page, site, root, tools)
    const { file, facts, places } = layOut(page, rendered, site)
    const trace: PageTrace = { ...describeAsked(asked, page, site), ...pickReusable(rendered), ...places }
    return { page: page.route, files: [file, ...rendered.besides], facts, trace }
  } catch (error) {
    if (error instanceof PageError) return failedPage(page, error.reason, error)
    throw error
  }
}

function layOutAgain(page: PlannedPage, { html, facts, trace }: EarlierPage, site: SiteIndex): RenderedPage {
  const content = html.slice(...trace.content)
  const rules = html.slice(...trace.rules)
  const rendered = { ...pickReusable(trace), content, rules, facts, besides: [] }
  const { file, places, ...laidOut } = layOut(page, rendered, site)
  return { page: page.route, files: [file], facts: laidOut.facts, trace: { ...trace, ...places }, reused: true }
}

function pickReusable({ banner, mode, icons, feed }: PageContent | PageTrace) {
  return { banner, mode, icons, ...(feed !== undefined && { feed }) }
}

function layOut(page: PlannedPage, rendered: PageContent, site: SiteIndex) {
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
  const placed = { ...facts, hosts, ...(facts.search && { searchPlace: placeInSearch(page.route, site) }) }
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
