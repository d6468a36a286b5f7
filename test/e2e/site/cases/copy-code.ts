import assert from 'node:assert/strict'
import type { Case } from '../case.ts'

export const copyCode: Case = {
  promise: 'copied code is what one would run: without the lines that a difference removes',
  async keep({ browser, base }) {
    await using context = await browser.newContext()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    await page.goto(`${base}code.html`)
    const block = page.locator('.code', { hasText: 'berth.js' })
    const button = block.locator('.copy')
    const done = await button.getAttribute('data-bindery-done')
    await block.hover()
    await button.click()
    await block.locator('.copy.copied').waitFor({ state: 'attached' })
    assert.equal(await button.textContent(), done)
    const copied = await page
      .locator('html')
      .evaluate((html) => html.ownerDocument.defaultView.navigator.clipboard.readText())
    assert.equal(copied, "const price = await priceOf('quay')\nconsole.log(price)")
  },
}
