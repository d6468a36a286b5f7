import type { EarlierPage, RenderedPage } from '../../model/page-facts.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import { layOutContent } from '../lay-out-content.ts'
import { pickReusable } from './page-content.ts'
import { rendersTheSame } from './page-trace.ts'

/** A page around the content that an earlier export has of it; nothing where rendering it would give another content. */
export function layOutAgain(
  route: string,
  { html, facts, trace }: EarlierPage,
  site: SiteIndex,
  root: string,
): RenderedPage | undefined {
  const page = site.pages.get(route)
  if (!page || !rendersTheSame(trace, page, site, root)) return undefined
  const content = html.slice(...trace.content)
  const rules = html.slice(...trace.rules)
  const rendered = { ...pickReusable(trace), content, rules, facts, besides: [] }
  const { file, places, ...laidOut } = layOutContent(page, rendered, site)
  return { page: route, files: [file], facts: laidOut.facts, trace: { ...trace, ...places }, reused: true }
}
