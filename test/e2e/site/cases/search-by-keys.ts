import assert from 'node:assert/strict'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { findViolations } from '../../find-violations.ts'
import type { Case } from '../case.ts'

export const searchByKeys: Case = {
  promise:
    'search opens with “/” and Ctrl-K, is walked by arrows, followed by Enter and left by Esc; axe finds nothing in it',
  async keep({ browser, base, folder }) {
    for (const from of [base, `${pathToFileURL(folder).href}/`]) await searchFrom(browser, from)
  },
}

async function searchFrom(browser: Browser, from: string): Promise<void> {
  await using context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${from}index.html`)
  const dialog = page.locator('.search-dialog[open]')
  // Nobody waits for a search to be loaded before he types.
  await page.keyboard.press('/')
  await page.keyboard.type('harbor')
  await dialog.waitFor()
  assert.equal(await page.locator('.search-input').inputValue(), 'harbor')
  // The first Esc empties the field, as in any field for searches.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  for (const key of ['/', 'Control+k']) {
    await page.keyboard.press(key)
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  await page.keyboard.press('/')
  await page.keyboard.type('harbor')
  const chosen = page.locator('.search-results [aria-selected="true"]')
  await chosen.waitFor()
  const first = await chosen.getAttribute('id')
  await page.keyboard.press('ArrowDown')
  const second = await chosen.getAttribute('id')
  assert.notEqual(second, first)
  assert.equal(await page.locator('.search-input').getAttribute('aria-activedescendant'), second)
  await page.keyboard.press('ArrowUp')
  assert.equal(await chosen.getAttribute('id'), first)
  assert.deepEqual(await findViolations(page), [])
  const href = new URL((await chosen.getAttribute('href')) ?? '', page.url()).href
  await page.keyboard.press('Enter')
  await page.waitForURL(href)
}
