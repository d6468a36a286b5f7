import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

const names = Array.from({ length: 45 }, (_, index) => `page-${index + 1}`)

export const keepSidebar: Case = {
  promise: 'the sidebar shows the current page, and keeps its place and its open groups from page to page',
  async keep({ browser }) {
    const groups = [
      { group: 'First', pages: [{ group: 'Folded', pages: ['inside'] }, ...names] },
      { group: 'Last', pages: ['last'] },
    ]
    await using site = await buildCaseSite({
      'docs.json': { name: 'Long', navigation: { groups } },
      ...Object.fromEntries([...names, 'inside', 'last'].map((name) => [`${name}.mdx`, plainPage(name)])),
    })
    await using context = await browser.newContext({ viewport: { width: 1440, height: 700 } })
    const page = await context.newPage()
    await page.goto(`${site.url}last.html`)
    assert.ok(await isCurrentSeen(page), 'the last entry is below the edge of the sidebar')
    assert.equal(await page.evaluate('scrollY'), 0)

    await page.locator('.sidebar summary', { hasText: 'Folded' }).click()
    await page.locator('.sidebar').evaluate((sidebar) => {
      sidebar.scrollTop = 300
    })
    await page.getByRole('link', { name: 'page-15', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'page-15' }).waitFor()
    const top: number = await page.locator('.sidebar').evaluate((sidebar) => sidebar.scrollTop)
    assert.ok(Math.abs(top - 300) < 2, `the sidebar stands at ${top} instead of 300`)
    assert.ok(await page.getByRole('link', { name: 'inside' }).isVisible(), 'the group has closed')
    assert.ok(await isCurrentSeen(page))
  },
}

function isCurrentSeen(page: Page): Promise<boolean> {
  return page.locator('.sidebar [aria-current="page"]').evaluate((link) => {
    const { top, bottom } = link.getBoundingClientRect()
    const around = link.closest('.sidebar').getBoundingClientRect()
    return top >= around.top && bottom <= around.bottom
  })
}
