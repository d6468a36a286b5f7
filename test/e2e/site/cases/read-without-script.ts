import assert from 'node:assert/strict'
import type { Case } from '../case.ts'

const repository = 'https://github.com/example/component-book'

export const readWithoutScript: Case = {
  promise:
    'without script every page can be read and every tab, accordion and menu be opened; a link leads to its source',
  async keep({ browser, base }) {
    await using context = await browser.newContext({ javaScriptEnabled: false, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const name of ['index', 'text', 'components', 'code', 'fields', 'changelog']) {
      await page.goto(`${base}${name}.html`)
      await page.locator('h1').waitFor()
      assert.equal(await page.locator('.theme-button').isVisible(), false)
      const edit = page.getByRole('link', { name: 'Edit this page' })
      assert.equal(await edit.getAttribute('href'), `${repository}/edit/main/${name}.mdx`)
    }
    await page.goto(`${base}components.html`)
    const panel = page.getByText('Use the installer.')
    await panel.waitFor({ state: 'hidden' })
    await page.locator('.tab-label', { hasText: 'Windows' }).click()
    await panel.waitFor()
    await page.locator('summary', { hasText: 'May I stay in the boat?' }).click()
    await page.getByText('Yes, in the inner basin.').waitFor()

    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.menu-button').click()
    await page.locator('.sidebar').getByRole('link', { name: 'Changelog' }).click()
    await page.getByRole('heading', { level: 1, name: 'Changelog' }).waitFor()
  },
}
