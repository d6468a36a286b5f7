import { readFileSync } from 'node:fs'
import { failedPage } from '../failed-page.ts'
import { indexSite, type SiteIndex } from '../links/site-index.ts'
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
const tools = createTools()
let turn = Promise.resolve()

process.on('message', (request: RenderRequest) => {
  turn = turn.then(() => answer(request))
})
process.on('disconnect', () => process.exit(0))

async function answer({ id, root, planFile, page, verdict }: RenderRequest): Promise<void> {
  const site = openSite(planFile)
  const planned = site.pages.get(page)
  if (!planned) throw new Error(`The plan ${planFile} has no page ${page}.`)
  const rendered =
    verdict === undefined ? await renderPage(planned, site, root, await tools) : failedPage(planned, verdict)
  process.send?.({ id, rendered } satisfies RenderReply)
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
