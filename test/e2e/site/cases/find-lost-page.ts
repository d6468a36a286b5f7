import assert from 'node:assert/strict'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="26"><rect width="90" height="26"/></svg>'

export const findLostPage: Case = {
  promise: 'an unknown address at any depth has the logo and the switch, and offers the page that was meant',
  async keep({ browser }) {
    await using site = await buildCaseSite({
      'docs.json': { name: 'Lost', logo: '/logo.svg', navigation: { pages: ['guides/quickstart', 'guides/status'] } },
      'logo.svg': drawing,
      'guides/quickstart.mdx': plainPage('Quickstart'),
      'guides/status.mdx': plainPage('Status'),
    })
    const html = await (await fetch(`${site.url}404.html`)).text()
    await using context = await browser.newContext({ colorScheme: 'light' })
    const page = await context.newPage()
    await page.route('**/guides/deep/quick-stat', (route) => {
      return route.fulfill({ status: 404, contentType: 'text/html; charset=utf-8', body: html })
    })
    await page.goto(`${site.url}guides/deep/quick-stat`)
    await page.locator('.not-found-header img').evaluate((logo) => logo.decode())
    await page.getByRole('button', { name: 'Light or dark' }).click()
    assert.equal(await page.locator('html').getAttribute('data-bindery-theme'), 'dark')
    const nearest = page.locator('.not-found-nearest a')
    assert.equal(await nearest.textContent(), 'Quickstart')
    await nearest.click()
    await page.getByRole('heading', { level: 1, name: 'Quickstart' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('data-bindery-theme'), 'dark')
  },
}
