import { hash } from 'node:crypto'
import { createChrome } from '../layout/chrome.ts'
import { type Frame, fillFrame, outlineContent, renderFrame } from '../layout/lay-out-page.ts'
import { themeOf } from '../layout/theme/theme-of.ts'
import type { PageFacts } from '../model/page-facts.ts'
import type { PageOutline, PageTrace } from '../model/page-trace.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import { placeInSearch } from '../outputs/search/place-in-search.ts'
import { createPageIcons } from '../render/html/create-page-icons.ts'
import type { PageContent } from './reuse/page-content.ts'

/** The file of a page, and what a later export must know to lay it out again. */
export function layOutContent(page: PlannedPage, rendered: PageContent, site: SiteIndex) {
  const outline = outlinePage(rendered)
  const frame = framePage(page, { ...rendered, outline }, site)
  const { file, facts, places } = fillPage(page, frame, rendered)
  return { file, facts, reusable: { ...places, outline, frame: frame.digest } }
}

function outlinePage({ content, banner, rules, facts }: PageContent): PageOutline {
  const { description, headings, needs, code, search } = facts
  return {
    headings,
    needs,
    ...(description !== undefined && { description }),
    ...(code && { codeDigest: code.digest }),
    ...outlineContent(content, banner),
    ...(rules !== '' && { ruled: true }),
    ...(search && { searched: true }),
  }
}

/** All that the frame of a page is rendered from, beside the site. */
export type Framed = Pick<PageTrace, 'banner' | 'mode' | 'icons' | 'feed'> & { outline: PageOutline }

export interface PageFrame extends Frame {
  searchPlace?: PageFacts['searchPlace']
  /** Of all that changes with what is around the page. */
  digest: string
}

/** What stands around a page, without its content. */
export function framePage(page: PlannedPage, { outline, icons, ...parts }: Framed, site: SiteIndex): PageFrame {
  const chrome = createChrome(page, site, createPageIcons(site.plan.config.iconLibrary, new Set(icons)))
  const { banner, mode, feed } = parts
  const frame = renderFrame({ chrome, banner, mode, feed, outline, theme: themeOf(site) })
  const searchPlace = outline.searched ? placeInSearch(page.route, site) : undefined
  const digest = hash('sha256', `${JSON.stringify([frame.rules, frame.content, searchPlace])}${frame.text}`).slice(
    0,
    32,
  )
  return { ...frame, ...(searchPlace && { searchPlace }), digest }
}

/** A page of its frame and its content, and where the content stands in it, in characters. */
export function fillPage(
  page: PlannedPage,
  frame: PageFrame,
  { content, rules, facts }: Pick<PageContent, 'content' | 'rules' | 'facts'>,
) {
  const { hosts, searchPlace } = frame
  const start = frame.content + rules.length
  const places: Pick<PageTrace, 'content' | 'rules'> = {
    content: [start, start + content.length],
    rules: [frame.rules, frame.rules + rules.length],
  }
  const file = { path: page.output, bytes: Buffer.from(fillFrame(frame, { content, rules })) }
  return { file, facts: { ...facts, hosts, ...(searchPlace && { searchPlace }) }, places }
}
