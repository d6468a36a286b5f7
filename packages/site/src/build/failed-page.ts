import type { PageFacts, PageFailure, RenderedPage } from '../model/page-facts.ts'
import type { PlannedPage } from '../model/site-plan.ts'

/** A page of which nothing could be made: the reason, at the start of its file unless the place is known. */
export function failedPage(
  page: PlannedPage,
  reason: string,
  at?: Pick<PageFailure, 'file' | 'line' | 'column'>,
): RenderedPage {
  const place = at ?? { file: page.file, line: 1, column: 1 }
  const failure = { file: place.file, line: place.line, column: place.column, reason }
  return { page: page.route, files: [], facts: { ...emptyFacts(page), failure }, failure }
}

export function emptyFacts({ route, file, output, title }: PlannedPage): PageFacts {
  return {
    route,
    file,
    output,
    title,
    headings: [],
    anchors: [],
    anchorLinks: [],
    assets: [],
    downloads: [],
    hosts: [],
    needs: [],
    imports: [],
    diagnostics: [],
  }
}
