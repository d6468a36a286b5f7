import type { RenderedPage } from '../model/page-facts.ts'
import type { PageTrace } from '../model/page-trace.ts'
import { frontOutput, markdownPath } from '../model/paths.ts'
import type { SiteFile } from '../model/site-file.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import { PageError } from '../page/parse/page-error.ts'
import { failedPage } from './failed-page.ts'
import { layOutContent } from './lay-out-content.ts'
import { renderPageContent } from './render-page-content.ts'
import { pickReusable } from './reuse/page-content.ts'
import { describeAsked } from './reuse/page-trace.ts'
import type { Tools } from './tools.ts'

/**
 * One page's whole walk, from its source to its files. It never goes back, and it waits for nothing but the first use of a
 * tool: a child has one page at a time, and reading it at once takes half the time of reading it by and by.
 */
export async function renderPage(
  page: PlannedPage,
  site: SiteIndex,
  root: string,
  tools: Tools,
): Promise<RenderedPage> {
  try {
    const { drawn: rendered, asked } = await renderPageContent(page, site, root, tools)
    const { file, facts, reusable } = layOutContent(page, rendered, site)
    const trace: PageTrace = { ...describeAsked(asked, page, site), ...pickReusable(rendered), ...reusable }
    const front = page.front ? await renderFront(page, site, root, tools) : []
    return { page: page.route, files: [file, ...rendered.besides, ...front], facts, trace }
  } catch (error) {
    if (error instanceof PageError) return failedPage(page, site, error.reason, error)
    throw error
  }
}

/** The page as it stands at the root of the site too: its links lead from there, and its one address is its own. */
async function renderFront(page: PlannedPage, site: SiteIndex, root: string, tools: Tools): Promise<SiteFile[]> {
  const there = { ...page, output: frontOutput }
  const { drawn } = await renderPageContent(there, site, root, tools)
  const markdown = drawn.besides.filter(({ path }) => path === markdownPath(frontOutput))
  return [layOutContent(there, drawn, site).file, ...markdown]
}
