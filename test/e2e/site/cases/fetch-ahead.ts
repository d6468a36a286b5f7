import assert from 'node:assert/strict'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

export const fetchAhead: Case = {
  promise: 'a page is fetched when a reader points at a link to it',
  async keep({ browser }) {
    await using site = await buildCaseSite({
      'docs.json': { name: 'Fast', navigation: { pages: ['index', 'a', 'b'] } },
      'index.mdx': plainPage('Home', '[Far](https://example.com/far)'),
      'a.mdx': plainPage('A'),
      'b.mdx': plainPage('B'),
    })
    await followFromHost(browser, site.url)
    await using context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${pathToFileURL(site.folder).href}/index.html`)
    await page.locator('.sidebar').getByRole('link', { name: 'A', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'A' }).waitFor()
  },
}

async function followFromHost(browser: Browser, url: string): Promise<void> {
  await using context = await browser.newContext()
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security') && refused.push(message.text()))
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  await page.goto(`${url}index.html`)
  await page.locator('.sidebar').getByRole('link', { name: 'A', exact: true }).hover()
  await page.locator('.sidebar a[data-bindery-ahead]').waitFor()
  await page.getByRole('link', { name: 'Far' }).hover()
  await page.locator('.sidebar').getByRole('link', { name: 'A', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'A' }).waitFor()
  const { deliveryType } = (await page.evaluate(`performance.getEntriesByType('navigation')[0].toJSON()`)) as {
    deliveryType: string
  }
  assert.equal(deliveryType, 'navigational-prefetch', 'the page was fetched only after the click')
  assert.deepEqual(refused, [])
  assert.deepEqual(
    asked.filter((one) => !one.startsWith(url)),
    [],
  )
}
