import type { Browser } from 'playwright-core'
import { findLiveMarkup } from './find-live-markup.ts'
import { type Findings, openTab } from './open-everything.ts'

/** Words that stand in most of the payloads, so that their pages are what is found. */
const queries = ['script', 'img onerror', 'svg', 'style', 'iframe srcdoc', '"><svg onload', 'alert & <b>x</b>']

/** Searches as a reader would: what an author wrote as titles, headings and text comes back as results. */
export async function trySearch(browser: Browser, base: string, findings: Findings): Promise<number> {
  await using context = await browser.newContext({ bypassCSP: true })
  await context.exposeFunction('__pwned', (id: number) => findings.ran.add(id))
  const page = await openTab(context, findings)
  await page.goto(`${base}index.html`)
  await page.keyboard.press('/')
  await page.locator('.search-dialog[open]').waitFor()
  let results = 0
  for (const query of queries) {
    await page.locator('.search-input').fill(query)
    // Either it found something, or it says that it did not.
    await page.locator('.search-results a, .search-status:not(:empty)').first().waitFor()
    results += await page.locator('.search-results a').count()
    for (const live of await findLiveMarkup(page)) findings.seen.push(`a search for ${query}: ${live}`)
  }
  return results
}
