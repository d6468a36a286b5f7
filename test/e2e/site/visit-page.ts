import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core'
import { evaluateOnRoot } from '../../support/evaluate-on-root.ts'
import { loadPictures } from '../../support/load-pictures.ts'

/** What a reader of the page sees, and what went wrong while it came. */
export interface Visit {
  page: Page
  faults: string[]
  /** Hosts outside the site that the page asked for something, whether it got it or not. */
  outsideHosts: Set<string>
}

/** A page of a real site may hold a hundred pictures, and the machine may be busy with others. */
const patienceMs = 60_000

/** Opens a page, `base` being where its site begins; every request that leaves the site is noted and refused. */
export async function visitPage(context: BrowserContext, base: string, file: string): Promise<Visit> {
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const visit: Visit = { page, faults: [], outsideHosts: new Set() }
  const isInside = (url: string) => url.startsWith(base) || /^(?:data|blob|about):/.test(url)
  await page.route(
    (url) => !isInside(url.href),
    (route) => {
      visit.outsideHosts.add(new URL(route.request().url()).host)
      return route.abort('blockedbyclient')
    },
  )
  watch(visit, isInside)
  await page.goto(base + encodeURI(file), { waitUntil: 'load', timeout: patienceMs })
  await wakePage(page)
  return visit
}

function watch({ page, faults }: Visit, isInside: (url: string) => boolean): void {
  page.on('console', (message) => {
    if (isOurError(message, isInside)) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('requestfailed', (request) => {
    if (isInside(request.url())) faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (isInside(response.url()) && response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`)
  })
}

/** Chromium says of each refused request that it failed, at the address that was asked. */
function isOurError(message: ConsoleMessage, isInside: (url: string) => boolean): boolean {
  if (message.type() !== 'error' && !message.text().includes('Content Security Policy')) return false
  return isInside(message.location().url) || message.location().url === ''
}

/** A reader scrolls to the end and plays every film: what would be asked for then is asked for now. */
async function wakePage(page: Page): Promise<void> {
  await page.locator('iframe[loading=lazy]').evaluateAll((frames) => {
    for (const frame of frames) frame.loading = 'eager'
  })
  await evaluateOnRoot(page, loadPictures)
  await page.locator('video, audio').evaluateAll((media) => {
    for (const element of media) if (element.preload === 'none') element.preload = 'metadata'
  })
  await renderDiagrams(page)
}

/** Each is rendered when it comes near, where there is script; one that cannot be rendered says so. */
async function renderDiagrams(page: Page): Promise<void> {
  for (const diagram of await page.locator('html.js [data-bindery-diagram]:visible').all()) {
    await diagram.scrollIntoViewIfNeeded()
    await diagram.and(page.locator('[data-bindery-state]')).waitFor()
  }
}
