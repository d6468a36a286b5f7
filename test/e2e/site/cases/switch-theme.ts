import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Case } from '../case.ts'

export const switchTheme: Case = {
  promise: 'a reader who chooses dark has it on every page, from the first paint',
  async keep({ browser, base }) {
    await using context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(`${base}index.html`)
    const light = await surfaceOf(page)
    await page.locator('.theme-button').click()
    const dark = await surfaceOf(page)
    assert.notEqual(dark, light)

    // With the deferred script held back, only what runs in the head can have set it.
    await page.route(/\/site-\w+\.js$/, (route) => route.abort())
    await page.goto(`${base}text.html`)
    assert.equal(await surfaceOf(page), dark)
  },
}

function surfaceOf(page: Page): Promise<string> {
  return page.locator('html').evaluate((html) => html.ownerDocument.defaultView.getComputedStyle(html).backgroundColor)
}
