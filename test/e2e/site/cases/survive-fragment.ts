import assert from 'node:assert/strict'
import type { Case } from '../case.ts'

export const surviveFragment: Case = {
  promise: 'an address that ends in a stray “%” is read like any other',
  async keep({ browser, base }) {
    await using context = await browser.newContext()
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(`${base}text.html#100%`)
    // The script marks the section that is being read after it has looked for the fragment's.
    await page.locator('.contents a[aria-current]').waitFor()
    assert.deepEqual(errors, [])
  },
}
