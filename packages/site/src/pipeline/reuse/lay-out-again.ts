import type { EarlierPage, RenderedPage } from '../../model/page-facts.ts'
import type { PageTrace } from '../../model/page-trace.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import { fillPage, framePage } from '../lay-out-content.ts'
import { type DigestFile, rendersTheSame } from './page-trace.ts'

/**
 * A page around the content that an earlier export has of it: nothing where rendering it would give another content, and
 * `same` where all of its files are still right. Its HTML is asked for only where what is around it has changed.
 */
export async function layOutAgain(
  route: string,
  earlier: EarlierPage,
  site: SiteIndex,
  digestFile: DigestFile,
): Promise<RenderedPage | 'same' | undefined> {
  const { facts, trace } = earlier
  const found = frameAgain(route, trace, site, digestFile)
  if (!found) return undefined
  const { page, frame } = found
  if (frame.digest === trace.frame) return 'same'
  // At the root its content has other links, which only rendering gives.
  if (page.front) return undefined
  const html = await earlier.html()
  const parts = { facts, content: html.slice(...trace.content), rules: html.slice(...trace.rules) }
  const { file, places, ...filled } = fillPage(page, frame, parts)
  const placed = { ...trace, ...places, frame: frame.digest }
  return { page: route, files: [file], facts: filled.facts, trace: placed, reused: true }
}

/** Whether a page would come out as it was, with all that stands around it. Known without its HTML. */
export function standsTheSame(route: string, trace: PageTrace, site: SiteIndex, digestFile: DigestFile): boolean {
  return frameAgain(route, trace, site, digestFile)?.frame.digest === trace.frame
}

function frameAgain(route: string, trace: PageTrace, site: SiteIndex, digestFile: DigestFile) {
  const page = site.pages.get(route)
  const { outline } = trace
  if (!page || !outline || !rendersTheSame(trace, page, site, digestFile)) return undefined
  return { page, frame: framePage(page, { ...trace, outline }, site) }
}
