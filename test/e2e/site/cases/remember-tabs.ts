import assert from 'node:assert/strict'
import type { Case } from '../case.ts'

export const rememberTabs: Case = {
  promise: 'the language that a reader chooses in one group of code is shown when he comes back',
  async keep({ browser, base }) {
    await using context = await browser.newContext()
    const page = await context.newPage()
    const python = page.locator('.tab-radio[value=Python]')
    await page.goto(`${base}code.html`)
    assert.equal(await python.isChecked(), false)
    await page.locator('.tab-label', { hasText: 'Python' }).click()
    assert.equal(await python.isChecked(), true)
    await page.goto(`${base}text.html`)
    await page.goto(`${base}code.html`)
    assert.equal(await python.isChecked(), true)
    await page.getByText('import httpx').waitFor()
  },
}
