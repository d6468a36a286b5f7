import assert from 'node:assert/strict'
import type { Case } from '../case.ts'

export const filterUpdates: Case = {
  promise: 'a changelog shows the entries that have every chosen tag, and the address says which',
  async keep({ browser, base }) {
    await using context = await browser.newContext()
    const page = await context.newPage()
    const [june, may] = [page.locator('.update').first(), page.locator('.update').nth(1)]
    await page.goto(`${base}changelog.html`)
    await may.waitFor()
    await page.locator('.update-tag', { hasText: 'Harbor' }).click()
    await may.waitFor({ state: 'hidden' })
    await page.locator('.contents a', { hasText: 'May 2025' }).waitFor({ state: 'hidden' })
    assert.equal(new URL(page.url()).search, '?tags=Harbor')
    await page.reload()
    await may.waitFor({ state: 'hidden' })
    await page.locator('.update-tag', { hasText: 'Fixes' }).click()
    await june.waitFor({ state: 'hidden' })
    await page.goto(`${base}changelog.html?tags=Fixes`)
    await may.waitFor()
    await june.waitFor({ state: 'hidden' })
  },
}
