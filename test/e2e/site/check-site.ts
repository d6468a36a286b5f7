import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { serveFolder } from '../serve-folder.ts'
import { checkControls } from './check-controls.ts'
import { checkPage } from './check-page.ts'
import { checkSwitches } from './check-switches.ts'
import { checkWithoutScript } from './check-without-script.ts'
import type { Violation } from './count-violations.ts'
import type { BuiltSite } from './prepare-sites.ts'
import { samplePages } from './sample-pages.ts'

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
  const desk = { viewport: { width: 1440, height: 900 } }
  await using context = await browser.newContext(desk)
  await using plain = await browser.newContext({ ...desk, javaScriptEnabled: false })
  const outcome: SiteOutcome = { pages: 0, failed: 0, violations: [], authorViolations: [] }
  const pages = await samplePages(site, count)
  for (const page of pages) {
    const { faults, own, author } = await checkPage(context, ways, page)
    faults.push(...(await checkWithoutScript(plain, atRoot.url, page)), ...(await checkSwitches(site.out, page.file)))
    for (const fault of faults) console.log(`    ${fault}`)
    outcome.pages += 1
    outcome.failed += faults.length > 0 ? 1 : 0
    outcome.violations.push(...own)
    outcome.authorViolations.push(...author)
  }
  // What works under a path works at a root, whose pages were read above.
  const farthest = ways.filter(({ name }) => name !== 'root')
  const faults = await checkControls(browser, site.out, farthest, pages)
  for (const fault of faults) console.log(`    ${fault}`)
  outcome.failed += faults.length
  return outcome
}
