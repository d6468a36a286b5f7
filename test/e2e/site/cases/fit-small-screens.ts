import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

const sections = Array.from({ length: 14 }, (_, index) => `## Part ${index + 1}\n\n${'Words. '.repeat(120)}\n`)
const text = `\`\`\`js\nlet x = 1\n\`\`\`\n\n${sections.join('\n')}`
const version = (name: string, page: string) => ({ version: name, pages: [page] })

export const fitSmallScreens: Case = {
  promise:
    'on a tablet and a phone the title comes first, the contents fold into a bar, and a switch shows that it opens',
  async keep({ browser }) {
    const versions = [version('A version with a very long name (latest)', 'index'), version('v1', 'old')]
    await using site = await buildCaseSite({
      'docs.json': { name: 'Small', navigation: { versions } },
      'index.mdx': plainPage('Home', text),
      'old.mdx': plainPage('Old'),
    })
    for (const width of [1100, 900, 390]) await look(browser, `${site.url}index.html`, width)
  },
}

async function look(browser: Browser, url: string, width: number): Promise<void> {
  const viewport = { width, height: 844 }
  await using context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(url)
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  assert.ok(title && title.y < 260, `at ${width} px the title stands at ${title?.y}`)
  const chevron = await page.locator('.switch > summary').evaluate((summary) => {
    const { display, width: wide, height } = summary.ownerDocument.defaultView.getComputedStyle(summary, '::after')
    return `${display} ${wide} ${height}`
  })
  assert.equal(chevron, 'block 6px 6px', `at ${width} px`)
  const opacity: string = await page
    .locator('.code .copy')
    .evaluate((copy) => copy.ownerDocument.defaultView.getComputedStyle(copy).opacity)
  assert.equal(opacity, '1', 'whoever touches the screen does not see how to copy code')

  const link = page.locator('.contents a', { hasText: 'Part 9' })
  assert.equal(await link.isVisible(), false, `at ${width} px the contents are unfolded`)
  await page.locator('.contents-title').click()
  await link.click()
  await link.waitFor({ state: 'hidden' })
  const bar = await page.locator('.contents-side').boundingBox()
  const heading = await page.getByRole('heading', { name: 'Part 9' }).boundingBox()
  assert.ok(bar && heading && heading.y >= bar.y + bar.height, `at ${width} px the bar lies over the heading`)
  assert.ok(heading.y < 400, `at ${width} px the heading stands at ${heading.y}`)

  await page.mouse.wheel(0, 200)
  const isOnTop = await page.locator('.contents-side').evaluate((side) => {
    const { x, y, width: wide, height } = side.getBoundingClientRect()
    return side.contains(side.ownerDocument.elementFromPoint(x + wide / 2, y + height / 2))
  })
  assert.ok(isOnTop, `at ${width} px the text lies over the bar`)
}
