import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { serveFolder } from '../serve-folder.ts'
import { checkPage } from './check-page.ts'
import type { Violation } from './count-violations.ts'
import { drawPages } from './draw-pages.ts'
import type { BuiltSite } from './prepare-sites.ts'

export interface SiteOutcome {
  pages: number
  failed: number
  /** In markup of ours, and in the author's. */
  violations: Violation[]
  authorViolations: Violation[]
}

/** Reads pages of the site as readers do: at a domain's root, under a path, and from a disk. */
export async function checkSite(browser: Browser, site: BuiltSite, count: number): Promise<SiteOutcome> {
  await using atRoot = await serveFolder(site.out)
  await using underPath = await serveFolder(site.out, { prefix: '/any/sub/path/' })
  const ways = [
    { name: 'root', base: atRoot.url, hasAxe: true },
    { name: 'path', base: underPath.url },
    { name: 'disk', base: `${pathToFileURL(site.out).href}/` },
  ]
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const outcome: SiteOutcome = { pages: 0, failed: 0, violations: [], authorViolations: [] }
  for (const page of await drawPages(site, count)) {
    const { faults, own, author } = await checkPage(context, ways, page)
    for (const fault of faults) console.log(`    ${fault}`)
    outcome.pages += 1
    outcome.failed += faults.length > 0 ? 1 : 0
    outcome.violations.push(...own)
    outcome.authorViolations.push(...author)
  }
  return outcome
}
