import { readFileSync } from 'node:fs'
import { failedPage } from '../failed-page.ts'
import type { HighlightCache } from '../highlight/create-highlighter.ts'
import { openHighlightCache } from '../highlight/open-highlight-cache.ts'
import { indexSite, type SiteIndex } from '../links/site-index.ts'
import type { RenderedPage } from '../page-facts.ts'
import type { SitePlan } from '../plan/site-plan.ts'
import { renderPage } from '../render-page.ts'
import { createTools } from '../tools.ts'
import type { RenderReply, RenderRequest } from './messages.ts'

/**
 * The entry of a render child. Authors' bytes meet native code only here: whatever they do to this process, the pool
 * sees it end and knows which page it was at.
 */

// Chunks of several sites may take turns in one child; two plans are enough for that and bound the memory.
const keptPlans = 2
const sites = new Map<string, SiteIndex>()

let opened: { file: string; cache: HighlightCache | undefined } | undefined

const tools = await createTools()
let turn = Promise.resolve()
process.on('message', (request: RenderRequest) => {
  turn = turn.then(() => tell(answer(request)))
})
process.on('disconnect', () => process.exit(0))
tell({ ready: true })

/** Ends when the words are out: if the next page ends this process, the pool must know that this one was done. */
function tell(reply: RenderReply): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(reply, () => resolve())
  })
}

function answer(request: RenderRequest): RenderReply {
  try {
    return { id: request.id, rendered: render(request) }
  } catch (error) {
    return { id: request.id, error: (error as Error).message }
  }
}

function render({ root, planFile, page, earlier, highlightCache, verdict }: RenderRequest): RenderedPage {
  const site = openSite(planFile)
  const planned = site.pages.get(page)
  if (!planned) throw new Error(`The plan ${planFile} has no page ${page}.`)
  if (verdict !== undefined) return failedPage(planned, verdict)
  try {
    return renderPage(planned, site, root, { ...tools, highlightCache: openCache(highlightCache) }, earlier)
  } catch (error) {
    // The disk's fault is not the page's.
    if (error instanceof Error && 'syscall' in error) throw error
    return failedPage(planned, `It could not be rendered: ${error instanceof Error ? error.message : error}`)
  }
}

/** One at a time: tasks of two organizations rarely meet in one child, and opening takes a millisecond. */
function openCache(file: string | undefined): HighlightCache | undefined {
  if (file === undefined) return undefined
  if (opened?.file !== file) opened = { file, cache: openHighlightCache(file) }
  return opened.cache
}

function openSite(planFile: string): SiteIndex {
  const known = sites.get(planFile)
  if (known) return known
  const site = indexSite(JSON.parse(readFileSync(planFile, 'utf8')) as SitePlan)
  const oldest = sites.keys().next().value
  if (sites.size >= keptPlans && oldest !== undefined) sites.delete(oldest)
  sites.set(planFile, site)
  return site
}
