import { html, raw } from 'hono/html'
import type { SiteIndex } from '../links/site-index.ts'
import type { PageFacts } from '../page-facts.ts'
import type { PlannedPage } from '../plan/site-plan.ts'

export interface LayoutInput {
  page: PlannedPage
  site: SiteIndex
  /** The drawn page. */
  content: string
  headings: PageFacts['headings']
}

export function layOutPage({ page, site, content }: LayoutInput): string {
  return String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${page.title} - ${site.plan.config.name}</title></head>
<body><main><h1>${page.title}</h1>${raw(content)}</main></body></html>
`)
}
