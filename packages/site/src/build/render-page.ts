import type { EarlierPage, RenderedPage } from '../model/page-facts.ts'
import type { PageTrace } from '../model/page-trace.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import { PageError } from '../page/parse/page-error.ts'
import { failedPage } from './failed-page.ts'
import { layOutContent } from './lay-out-content.ts'
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
    const { file, facts, places } = layOutContent(page, rendered, site)
    const trace: PageTrace = { ...describeAsked(asked, page, site), ...pickReusable(rendered), ...places }
    return { page: page.route, files: [file, ...rendered.besides], facts, trace }
  } catch (error) {
    if (error instanceof PageError) return failedPage(page, site, error.reason, error)
    throw error
  }
}

function layOutAgain(page: PlannedPage, { html, facts, trace }: EarlierPage, site: SiteIndex): RenderedPage {
  const content = html.slice(...trace.content)
  const rules = html.slice(...trace.rules)
  const rendered = { ...pickReusable(trace), content, rules, facts, besides: [] }
  const { file, places, ...laidOut } = layOutContent(page, rendered, site)
  return { page: page.route, files: [file], facts: laidOut.facts, trace: { ...trace, ...places }, reused: true }
}

function pickReusable({ banner, mode, icons, feed }: PageContent | PageTrace) {
  return { banner, mode, icons, ...(feed !== undefined && { feed }) }
}
