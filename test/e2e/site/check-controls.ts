import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Way } from './check-page.ts'
import type { SampledPage } from './sample-pages.ts'
import { visitPage } from './visit-page.ts'

/** What a reader does with a page that has a part, and what must come of it. */
interface Control {
  name: string
  /** What stands in the HTML of a page that has it. */
  mark: string
  use(page: Page, way: Way): Promise<void>
}

const controls: Control[] = [
  { name: 'the theme', mark: 'class="theme-button"', use: changeTheme },
  { name: 'the menus of the header', mark: '<details class="switch">', use: switchByKeys },
  { name: 'the bar of tabs', mark: 'class="tabs-bar"', use: followTab },
  { name: 'tabs in the text', mark: 'class="tab-radio"', use: chooseTabByKeys },
  { name: 'copying code', mark: 'class="copy"', use: copyCode },
  { name: 'copying the page', mark: 'class="copy-page"', use: copyPage },
  { name: 'the skip link and the focus', mark: 'class="skip-link"', use: walkByKeys },
]

/** Uses every control once in each of these ways, on the first of the pages that has it. */
export async function checkControls(
  browser: Browser,
  out: string,
  ways: Way[],
  pages: SampledPage[],
): Promise<string[]> {
  const texts = await Promise.all(
    pages.map(async ({ file }) => [file, await readFile(join(out, file), 'utf8')] as const),
  )
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const faults: string[] = []
  for (const control of controls) {
    const file = texts.find(([, text]) => text.includes(control.mark))?.[0]
    if (file !== undefined) for (const way of ways) faults.push(...(await tryControl(context, control, way, file)))
  }
  return faults
}

async function tryControl(context: BrowserContext, control: Control, way: Way, file: string): Promise<string[]> {
  const { page, faults } = await visitPage(context, way.base, file)
  try {
    await control.use(page, way)
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  } finally {
    await page.close()
  }
  // What was under way when a control led elsewhere is given up.
  const kept = faults.filter((fault) => !fault.endsWith('net::ERR_ABORTED'))
  return kept.map((fault) => `${file} (${way.name}): ${control.name}: ${fault}`)
}

async function changeTheme(page: Page): Promise<void> {
  const before = await surfaceOf(page)
  await page.locator('.theme-button').focus()
  await page.keyboard.press('Enter')
  const after = await surfaceOf(page)
  assert.notEqual(after, before)
  // From a disk the page comes back in another process, and on a busy machine before what was stored has reached it.
  for (let reloads = 0; reloads < 3; reloads++) {
    await page.reload()
    if ((await surfaceOf(page)) === after) return
  }
  assert.equal(await surfaceOf(page), after)
}

async function switchByKeys(page: Page): Promise<void> {
  const menu = page.locator('.switch').first()
  await menu.locator('summary').focus()
  await page.keyboard.press('Enter')
  const other = menu.locator('a:not([aria-current])').first()
  await other.waitFor()
  await page.keyboard.press('Escape')
  await other.waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  const name = await other.textContent()
  await other.focus()
  await page.keyboard.press('Enter')
  await page
    .locator('.switch a[aria-current]', { hasText: name ?? '' })
    .first()
    .waitFor({ state: 'attached' })
}

async function followTab(page: Page): Promise<void> {
  const other = page.locator('.tabs-bar a:not([aria-current])[href$=".html"]').first()
  if ((await other.count()) === 0) return
  const name = await other.textContent()
  await other.click()
  await page.locator('.tabs-bar a[aria-current]', { hasText: name ?? '' }).waitFor()
}

async function chooseTabByKeys(page: Page): Promise<void> {
  const set = page.locator('.tabs:not(.tabs-menu)', { has: page.locator('.tab-label:nth-of-type(2)') }).first()
  if ((await set.count()) === 0) return
  await set.locator('> .tab-list > .tab-label > .tab-radio').first().focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await set.locator('> .tab-list > .tab-label > .tab-radio').nth(1).isChecked(), true)
  await set.locator('> .tab-panel').nth(1).waitFor()
  await set.locator('> .tab-panel').first().waitFor({ state: 'hidden' })
}

async function copyCode(page: Page): Promise<void> {
  const button = page.locator('.copy:visible').first()
  await button.focus()
  await page.keyboard.press('Enter')
  await page.locator('.copy.copied').first().waitFor({ state: 'attached' })
  assert.notEqual((await readClipboard(page)).trim(), '')
}

/** From a disk nothing can be read, and the link leads to the file. */
async function copyPage(page: Page, { name }: Way): Promise<void> {
  const title = await page.locator('.page-header h1').textContent()
  await page.locator('.copy-page').click()
  if (name === 'disk') return page.waitForURL(/\.md$/)
  await page.locator('.copy-page.copied').waitFor()
  assert.ok((await readClipboard(page)).includes((title ?? '').trim()), 'the page that was copied is another')
}

/** The first key leads past the header; then everything that has the focus shows it, and none is a trap. */
async function walkByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  assert.equal(await page.locator('.skip-link:focus').isVisible(), true)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#bindery-content$/)
  await page.reload()
  const passed = new Set<string>()
  for (let press = 0; press < 25; press++) {
    await page.keyboard.press('Tab')
    const { name, isShown } = await describeFocus(page)
    if (name === '') break
    assert.ok(isShown, `${name} has the focus and does not show it`)
    passed.add(`${press} ${name}`)
  }
  assert.ok(passed.size > 3, `only ${passed.size} things can be reached by keyboard`)
}

/** A ring stands around what has the focus, or around what stands for it. */
function describeFocus(page: Page): Promise<{ name: string; isShown: boolean }> {
  return page.locator('html').evaluate((html) => {
    const view = html.ownerDocument.defaultView
    const focused = html.ownerDocument.activeElement
    if (focused === null || focused.tagName === 'BODY') return { name: '', isShown: true }
    const shown = [focused, focused.nextElementSibling, focused.closest('.card, .tile')].filter(Boolean)
    const hasRing = (element: unknown) => view.getComputedStyle(element).outlineStyle !== 'none'
    return { name: focused.outerHTML.slice(0, 80), isShown: shown.some(hasRing) }
  })
}

function surfaceOf(page: Page): Promise<string> {
  return page.locator('html').evaluate((html) => html.ownerDocument.defaultView.getComputedStyle(html).backgroundColor)
}

function readClipboard(page: Page): Promise<string> {
  return page.locator('html').evaluate((html) => html.ownerDocument.defaultView.navigator.clipboard.readText())
}
