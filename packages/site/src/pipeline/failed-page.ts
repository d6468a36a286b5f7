import type { PageFailure, RenderedPage } from '../model/page-facts.ts'
import { frontOutput } from '../model/paths.ts'
import type { SiteFile } from '../model/site-file.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import { languageOf, wordsOf } from '../model/words/words-of.ts'
import { html } from '../render/html/html.ts'
import { emptyFacts } from './empty-facts.ts'
import { layOutContent } from './lay-out-content.ts'
import type { PageContent } from './reuse/page-content.ts'

/**
 * A page of which nothing could be made: the reason, at the start of its file unless the place is known. Other pages lead
 * to it and were rendered before or elsewhere, so at its address stands a page that says so.
 */
export function failedPage(
  page: PlannedPage,
  site: SiteIndex,
  reason: string,
  at?: Pick<PageFailure, 'file' | 'line' | 'column'>,
): RenderedPage {
  const place = at ?? { file: page.file, line: 1, column: 1 }
  const failure = { file: place.file, line: place.line, column: place.column, reason }
  const places = page.front ? [page, { ...page, output: frontOutput }] : [page]
  const files = places.map((place) => renderNotice(place, site))
  return { page: page.route, files, facts: { ...emptyFacts(page), failure }, failure }
}

function renderNotice(page: PlannedPage, site: SiteIndex): SiteFile {
  const language = languageOf(site.navigation.sectionOf(page.route))
  const { text: content } = html`<p>${wordsOf(language, site.plan.config.words).notShown}</p>`
  const unlisted: PlannedPage = { ...page, noindex: true, withoutMarkdown: true }
  const rendered: PageContent = {
    content,
    rules: '',
    banner: '',
    mode: 'default',
    icons: [],
    besides: [],
    facts: emptyFacts(page),
  }
  return layOutContent(unlisted, rendered, site).file
}
