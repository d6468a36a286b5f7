import type { PageFacts } from '../model/page-facts.ts'
import type { PlannedPage } from '../model/site-plan.ts'

/** Of a page of which nothing is known but what the plan has. */
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
