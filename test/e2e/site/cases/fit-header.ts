import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { buildCaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

const names = ['Dify', 'Documentation of the Harbor Master’s Office']
const languages = ['en', 'fr'].map((language) => ({
  language,
  versions: ['community', 'enterprise'].map((version) => ({ version, pages: [`${language}/${version}/start`] })),
}))
const pages = ['en/community', 'en/enterprise', 'fr/community', 'fr/enterprise']

export const fitHeader: Case = {
  promise:
    'the header of a phone cuts no word: the name of the site is whole, menus without room are in the sheet, and the search stands at the end of the row',
  async keep({ browser }) {
    for (const name of names) {
      await using site = await buildCaseSite({
        'docs.json': { name, navigation: { languages } },
        ...Object.fromEntries(pages.map((folder) => [`${folder}/start.mdx`, plainPage('Start')])),
      })
      for (const width of [390, 320]) {
        for (const javaScriptEnabled of [true, false]) {
          const viewport = { width, height: 844 }
          await using context = await browser.newContext({ viewport, javaScriptEnabled, reducedMotion: 'reduce' })
          await look(context, `${site.url}en/community/start.html`, name)
        }
      }
      await using context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
      await chooseInSheet(context, `${site.url}en/community/start.html`)
    }
  },
}

async function look(context: BrowserContext, url: string, name: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  const width = page.viewportSize()?.width
  assert.deepEqual(await findCut(page), [], `at ${width} px`)
  const logo = page.locator('.logo-name')
  const { isWhole, right } = await logo.evaluate((element) => ({
    isWhole: element.scrollWidth <= element.clientWidth,
    right: element.getBoundingClientRect().right,
  }))
  assert.ok(right <= (width ?? 0), `at ${width} px the name ends at ${right}`)
  if (name.length < 10) assert.ok(isWhole, `at ${width} px “${name}” is shortened`)
  await findSearchAtEdge(page)
}

/** What a reader presses stands together where the row ends, and the magnifier not alone in its middle. */
async function findSearchAtEdge(page: Page): Promise<void> {
  const [search, theme] = await Promise.all(
    ['.search-button', '.theme-button'].map((button) => page.locator(button).boundingBox()),
  )
  // Without script neither of them is there.
  if (!search || !theme) return
  const gap = theme.x - (search.x + search.width)
  assert.ok(gap >= 0 && gap <= 16, `between the search and the colors are ${gap} px`)
}

/** Text of the header that ends at an edge, where neither an ellipsis nor a scroll bar says that there is more. */
function findCut(page: Page): Promise<string[]> {
  return page.locator('.site-header').evaluate((header) => {
    const view = header.ownerDocument.defaultView
    const texts = header.ownerDocument.createTreeWalker(header, view.NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode
      const range = header.ownerDocument.createRange()
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      if (width === 0 || text.parentElement.closest('.visually-hidden')) continue
      for (let box = text.parentElement; box && width > 0; box = box.parentElement) {
        const { overflowX, textOverflow, clipPath } = view.getComputedStyle(box)
        if (clipPath !== 'none' || overflowX === 'auto' || textOverflow === 'ellipsis') break
        const edges =
          box === header.ownerDocument.body ? { left: 0, right: view.innerWidth } : box.getBoundingClientRect()
        const clips = overflowX !== 'visible' || box === header.ownerDocument.body
        if (clips && (left < edges.left - 1 || right > edges.right + 1)) cut.push(text.data)
      }
    }
    return cut
  })
}

async function chooseInSheet(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  const menus = page.locator('.switch > summary')
  await menus.first().waitFor({ state: 'hidden' })
  await page.locator('.menu-button').click()
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('.site-header-row > .switch').count(), 2, 'a closed sheet keeps the menus')
  await page.locator('.menu-button').click()
  assert.deepEqual(await page.locator('.sidebar .switch-name').allInnerTexts(), ['community', 'English'])
  await menus.last().click()
  await page.getByRole('link', { name: 'Français' }).click()
  await page.waitForURL(/fr\/community\/start/)
}
