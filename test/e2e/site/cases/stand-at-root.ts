import assert from 'node:assert/strict'
import { pathToFileURL } from 'node:url'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

export const standAtRoot: Case = {
  promise: 'a site without an index page has its first page at its root, whose links are right there',
  async keep({ browser }) {
    await using site = await buildCaseSite({
      'docs.json': { name: 'Front', navigation: { pages: ['guides/start', 'guides/next'] } },
      'guides/start.mdx': plainPage('Start', '[Go on](./next)'),
      'guides/next.mdx': plainPage('Next'),
    })
    for (const base of [site.url, `${pathToFileURL(site.folder).href}/`]) {
      await using context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`${base}index.html`)
      await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor()
      assert.equal(page.url(), `${base}index.html`)
      assert.equal(await page.locator('meta[name="robots"]').count(), 0)
      assert.equal(await page.locator('.sidebar [aria-current="page"]').textContent(), 'Start')
      await page.locator('article').getByRole('link', { name: 'Go on' }).click()
      await page.getByRole('heading', { level: 1, name: 'Next' }).waitFor()
      assert.equal(page.url(), `${base}guides/next.html`)
    }
  },
}
