import assert from 'node:assert/strict'
import { serveAsHost } from '../../../support/serve-as-host.ts'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

export const shortenAddresses: Case = {
  promise: 'where the host has addresses without “.html”, every link leads to them; elsewhere links are as they were',
  async keep({ browser }) {
    await using site = await buildCaseSite({
      'docs.json': { name: 'Short', navigation: { pages: ['index', 'guides/a', 'guides/b', 'folder/index'] } },
      'index.mdx': plainPage('Home'),
      'guides/a.mdx': plainPage('A', '[Part](/guides/b#part), [folder](/folder), [far](https://example.com/x.html)'),
      'guides/b.mdx': plainPage('B', '## Part\n\nText.'),
      'folder/index.mdx': plainPage('Folder'),
    })
    await using host = await serveAsHost(site.folder)
    await using context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${host.url}guides/a.html`)
    assert.equal(page.url(), `${host.url}guides/a`)
    const hrefs = await page.locator('article > p a').evaluateAll((links) => links.map((link) => link.href))
    assert.deepEqual(
      hrefs.sort(),
      [`${host.url}folder/`, `${host.url}guides/b#part`, 'https://example.com/x.html'].sort(),
    )
    await page.keyboard.press('/')
    await page.locator('.search-input').fill('part')
    await page.locator('.search-results a').first().click()
    await page.waitForURL(`${host.url}guides/b#part`)
    // A folder's first page cannot tell by its own address.
    await page.locator('.logo').click()
    await page.waitForURL(host.url)
    assert.equal(await page.locator('.sidebar a[href$=".html"]').count(), 0)

    await page.goto(`${site.url}guides/a.html`)
    assert.ok((await page.locator('.sidebar a[href$=".html"]').count()) > 0, 'links lead where this server has nothing')
  },
}
