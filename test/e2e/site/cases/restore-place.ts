import assert from 'node:assert/strict'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

const parts = Array.from({ length: 12 }, (_, index) => `## Part ${index + 1}\n\n${'Words. '.repeat(150)}\n`)

export const restorePlace: Case = {
  promise: 'who comes back is where the page was left, also after a link to a part of it, with the focus on the link',
  async keep({ browser }) {
    await using site = await buildCaseSite({
      'docs.json': { name: 'Back', navigation: { pages: ['index', 'next'] } },
      'index.mdx': plainPage('Home', `${parts.join('\n')}\n[On](/next)`),
      'next.mdx': plainPage('Next'),
    })
    await using context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(`${site.url}index.html#part-3`)
    await page.getByRole('heading', { name: 'Part 9' }).scrollIntoViewIfNeeded()
    const top = (await page.evaluate('scrollY')) as number
    const link = page.locator('article').getByRole('link', { name: 'On', exact: true })
    await link.focus()
    await page.evaluate(`scrollTo(0, ${top})`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Next' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.waitForFunction(`Math.abs(scrollY - ${top}) < 4`)
    assert.equal(await link.evaluate((element) => element === element.ownerDocument.activeElement), true)
  },
}
