import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Case } from '../case.ts'

export const closeSheet: Case = {
  promise: 'on a phone the menu is a sheet that holds the focus, and Esc gives it back',
  async keep({ browser, base }) {
    await using context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(`${base}text.html`)
    const sheet = page.locator('.sidebar')
    await sheet.waitFor({ state: 'hidden' })
    await page.locator('.menu-button').click()
    await sheet.waitFor()
    const links = await sheet.locator('a').count()
    // Once round and a little more: nothing but the sheet (or the browser's own window) ever has the focus.
    for (let press = 0; press < links + 3; press++) {
      assert.match(await focusedIn(page), /sidebar|window/)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    assert.equal(await focusedIn(page), 'menu-button')
  },
}

function focusedIn(page: Page): Promise<string> {
  return page.locator('html').evaluate((html) => {
    const focused = html.ownerDocument.activeElement
    if (focused === null || focused.tagName === 'BODY') return 'window'
    return focused.closest('.sidebar') ? 'sidebar' : focused.className
  })
}
