import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { Case } from '../case.ts'

const pages = ['centered.html', 'own-layout.html']
const widths = [1440, 1000, 390]

export const showNoSidebar: Case = {
  promise: 'a page in mode center or custom begins with its content at every width, and a phone’s menu leads on',
  async keep({ browser, base }) {
    for (const hasScript of [true, false]) {
      for (const width of widths) for (const page of pages) await look(browser, `${base}${page}`, width, hasScript)
    }
  },
}

async function look(browser: Browser, url: string, width: number, hasScript: boolean): Promise<void> {
  const viewport = { width, height: 844 }
  await using context = await browser.newContext({ viewport, javaScriptEnabled: hasScript, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(url)
  const where = `${url} at ${width} px${hasScript ? '' : ' without script'}`
  const { top, left, right } = await measureContent(page)
  assert.ok(top < 80, `${where}: the content begins ${top} px below the header`)
  assert.ok(Math.abs(left - right) < 2, `${where}: ${left} px are free before the content, and ${right} px after it`)
  assert.equal(await isInTheWay(page), false, `${where}: the sidebar stands before or over the content`)
  if (width < 1024 && hasScript) await openMenu(page, where)
}

/** Space between the header and the first thing of the page that is seen, and on either side of the content. */
function measureContent(page: Page): Promise<{ top: number; left: number; right: number }> {
  return page.locator('.content').evaluate((content) => {
    const header = content.ownerDocument.querySelector('.site-header').getBoundingClientRect()
    const first = content.querySelector('article > :not(.visually-hidden)').getBoundingClientRect()
    const { left, right } = content.getBoundingClientRect()
    const shell = content.parentElement.getBoundingClientRect()
    return { top: first.top - header.bottom, left: left - shell.left, right: shell.right - right }
  })
}

function isInTheWay(page: Page): Promise<boolean> {
  return page.locator('.sidebar').evaluate((sidebar) => {
    if (!sidebar.checkVisibility({ visibilityProperty: true })) return false
    const { bottom } = sidebar.ownerDocument.querySelector('.content').getBoundingClientRect()
    return sidebar.getBoundingClientRect().top < bottom
  })
}

async function openMenu(page: Page, where: string): Promise<void> {
  await page.locator('.menu-button').click()
  const links = page.locator('.sidebar.open a:visible')
  await links.first().waitFor()
  assert.ok((await links.count()) > 3, `${where}: the menu shows ${await links.count()} links`)
}
