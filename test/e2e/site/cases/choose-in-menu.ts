import assert from 'node:assert/strict'
import type { Case } from '../case.ts'

export const chooseInMenu: Case = {
  promise: 'a group of code with a menu shows what is chosen in it, and tabs without script',
  async keep({ browser, base }) {
    await using context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${base}code.html`)
    await page.getByText('Harbor.open').waitFor({ state: 'hidden' })
    await page.locator('.tab-select').selectOption('Ruby')
    await page.getByText('Harbor.open').waitFor()
    await page.reload()
    await page.getByText('Harbor.open').waitFor()
    assert.equal(await page.locator('.tab-select').inputValue(), 'Ruby')
    await using bare = await browser.newContext({ javaScriptEnabled: false })
    const plain = await bare.newPage()
    await plain.goto(`${base}code.html`)
    await plain.locator('.tab-label', { hasText: 'Ruby' }).click()
    await plain.getByText('Harbor.open').waitFor()
  },
}
