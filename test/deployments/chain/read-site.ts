import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { visitPage } from '../../e2e/site/visit-page.ts'

/** Reads the site as readers do; `base` ends with a slash. Any fault of the console or of a request is one. */
export async function readSite(browser: Browser, base: string, version: string): Promise<void> {
  await using context = await browser.newContext({ colorScheme: 'light' })
  await readPages(context, base, version)
  await search(context, base)
  await followRedirect(context, base)
  await missPage(context, base)
  await switchLight(context, base)
}

async function visit(context: BrowserContext, base: string, path: string, look: (page: Page) => Promise<void>) {
  const { page, faults, outsideHosts } = await visitPage(context, base, path)
  await look(page)
  // What was under way when a link led elsewhere is given up.
  const kept = faults.filter((fault) => !fault.endsWith('net::ERR_ABORTED'))
  assert.deepEqual([...kept, ...outsideHosts], [])
  await page.close()
}

function readPages(context: BrowserContext, base: string, version: string) {
  return visit(context, base, '', async (page) => {
    assert.equal(await headingOf(page), `Harbor ${version}`)
    await page.locator('article').getByRole('link', { name: 'mooring' }).click()
    await page.waitForURL(`${base}guides/moor*`)
    assert.equal(await headingOf(page), 'Moor a boat')
  })
}

function search(context: BrowserContext, base: string) {
  return visit(context, base, 'guides/cast-off', async (page) => {
    await page.keyboard.press('/')
    await page.locator('.search-input').fill('northern bollard')
    await page.locator('.search-results a[href*="guides/moor"]').first().click()
    await page.waitForURL(`${base}guides/moor*`)
    assert.equal(await headingOf(page), 'Moor a boat')
  })
}

function followRedirect(context: BrowserContext, base: string) {
  return visit(context, base, 'old/mooring', async (page) => {
    assert.equal(page.url(), `${base}guides/moor`)
    assert.equal(await headingOf(page), 'Moor a boat')
  })
}

/**
 * However deep the address: the page is rendered with all that it needs, and its links lead on. It stands in no folder of
 * its own, so under a path that the export knew nothing of it looks upwards for the site's search, and misses at first.
 */
async function missPage(context: BrowserContext, base: string): Promise<void> {
  const path = 'guides/no/such/page'
  const { page, faults } = await visitPage(context, base, path)
  const isExpected = (fault: string) =>
    fault === `404: ${base}${path}` ||
    fault.startsWith('console: Failed to load resource') ||
    (new URL(base).pathname !== '/' && fault.includes('/_bindery/search-'))
  assert.deepEqual(
    faults.filter((fault) => !isExpected(fault)),
    [],
  )
  assert.equal((await fetch(`${base}${path}`)).status, 404)
  await page.locator('html[data-bindery-root]').waitFor()
  await page.locator('a', { hasText: 'Harbor' }).first().click()
  await page.waitForURL((url) => url.href.replace(/index\.html$/, '') === base)
  await page.close()
}

function switchLight(context: BrowserContext, base: string) {
  return visit(context, base, '', async (page) => {
    const before = await surfaceOf(page)
    await page.locator('.theme-button').first().click()
    const after = await surfaceOf(page)
    assert.notEqual(after, before)
    await page.reload()
    assert.equal(await surfaceOf(page), after)
  })
}

async function headingOf(page: Page): Promise<string | undefined> {
  return (await page.locator('h1').first().textContent())?.trim()
}

function surfaceOf(page: Page): Promise<string> {
  return page.locator('html').evaluate((html) => html.ownerDocument.defaultView.getComputedStyle(html).backgroundColor)
}
