import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600"/></svg>'
const icon = '<svg viewBox="0 0 24 24"><path d="M0 0h24v24H0z" /></svg>'

export const leaveRoom: Case = {
  promise: 'a page leaves room for its pictures, asks for the first at once, and no small drawing fills the column',
  async keep({ browser }) {
    await using site = await buildCaseSite({
      'docs.json': { name: 'Pictures', navigation: { pages: ['index'] } },
      'index.mdx': plainPage('Home', `![A](/a.svg)\n\n## Below\n\n${icon}\n\n![B](/b.svg)`),
      'a.svg': drawing,
      'b.svg': drawing.replace('rect ', 'rect fill="red" '),
    })
    await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/a-*.svg', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`${site.url}index.html`, { waitUntil: 'domcontentloaded' })
    const before = await placeOf(page)
    held.resolve()
    await page.waitForLoadState('load')
    await page
      .locator('.prose img')
      .first()
      .evaluate((image) => image.decode())
    assert.equal(await placeOf(page), before, 'the text below a picture moves when it comes')
    assert.equal(await page.locator('.prose img').first().getAttribute('loading'), null)
    assert.equal((await page.locator('.prose svg').first().boundingBox())?.width, 24)
  },
}

async function placeOf(page: Page): Promise<number | undefined> {
  return (await page.getByRole('heading', { name: 'Below' }).boundingBox())?.y
}
