import assert from 'node:assert/strict'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { findViolations } from '../../find-violations.ts'
import type { Case } from '../case.ts'

export const showShortcuts: Case = {
  promise:
    '“?” lists the keys that the site knows, but not while a reader types; the search leads to the list, in which “/” and “?” can be switched off; axe finds nothing in it',
  async keep({ browser, base, folder }) {
    for (const from of [base, `${pathToFileURL(folder).href}/`]) await listFrom(browser, from)
  },
}

async function listFrom(browser: Browser, from: string): Promise<void> {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${from}index.html`)
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const logo = page.locator('.logo')
  await logo.focus()
  await page.keyboard.press('?')
  await list.waitFor()
  const known = await list.locator('dl > div').allInnerTexts()
  assert.deepEqual(
    known.map((row) => row.split(/\s*\n\s*/)),
    [
      ['Search', '/', 'Ctrl K'],
      ['Choose a result', '↑', '↓'],
      ['Open the result', 'Enter'],
      ['Close', 'Esc'],
      ['Keyboard shortcuts', '?'],
    ],
  )
  assert.deepEqual(await findViolations(page), [])
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  assert.equal(await logo.evaluate((link) => link === link.ownerDocument.activeElement), true)
  await askInSearch(page)
  await switchOff(page)
}

async function askInSearch(page: Page): Promise<void> {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('/')
  await page.locator('.search-dialog[open]').waitFor()
  await page.keyboard.type('what?')
  assert.equal(await page.locator('.search-input').inputValue(), 'what?')
  assert.equal(await list.count(), 0)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await list.waitFor()
  assert.equal(await page.locator('.search-dialog[open]').count(), 0)
  await list.getByRole('heading').click()
  await list.getByRole('button', { name: 'Close' }).click()
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await list.waitFor()
  await page.mouse.click(5, 5)
  await list.waitFor({ state: 'detached' })
}

/** Who speaks to a computer may say them by chance; with Ctrl they stay. */
async function switchOff(page: Page): Promise<void> {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const search = page.locator('.search-dialog[open]')
  await page.keyboard.press('?')
  await list.getByRole('checkbox', { name: 'Use the keys / and ?' }).uncheck()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.reload()
  await page.keyboard.press('/')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await search.waitFor()
  // Had one of them been heard, it would stand in the search, or its dialog before it.
  assert.equal(await page.locator('.search-input').inputValue(), '')
  assert.equal(await list.count(), 0)
  await search.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await list.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await search.waitFor()
}
