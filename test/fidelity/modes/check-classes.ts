import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'

function style(page: Page, id: string, property: string): Promise<string> {
  return page.evaluate(`getComputedStyle(document.getElementById('${id}')).getPropertyValue('${property}')`)
}

const light = { colorScheme: 'light', width: 1440 } as const

/** What the classes of the small site do, in Chromium: each line is a promise, and the answer is those that are broken. */
export async function checkClasses(browser: Browser, url: string): Promise<string[]> {
  const faults: string[] = []
  const look = async (path: string, screen: { colorScheme: 'light' | 'dark'; width: number }, hold: Hold) => {
    await using context = await browser.newContext({
      viewport: { width: screen.width, height: 900 },
      colorScheme: screen.colorScheme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) outside.push(request.url())
    })
    await page.goto(`${url}${path}`, { waitUntil: 'load' })
    await hold(page, outside).catch((error: Error) => faults.push(`${path} ${screen.colorScheme} ${error.message}`))
  }
  await look('classes.html', light, holdLight)
  await look('classes.html', { ...light, colorScheme: 'dark' }, holdDark)
  await look('classes.html', { ...light, width: 390 }, holdPhone)
  await look('custom.html', light, holdCustom)
  await look('over.html', light, holdControls)
  await look('over.html', { ...light, width: 390 }, holdControls)
  return faults
}

type Hold = (page: Page, outside: string[]) => Promise<void>

const holdLight: Hold = async (page) => {
  assert.deepEqual([await style(page, 'row', 'display'), await style(page, 'row', 'padding-left')], ['flex', '40px'])
  assert.equal(await style(page, 'row', 'border-top-left-radius'), '12px')
  assert.notEqual(await style(page, 'row', 'box-shadow'), 'none')
  assert.equal(await style(page, 'lead', 'font-size'), '18px', 'a styled paragraph has its size')
  assert.deepEqual([await style(page, 'light', 'display'), await style(page, 'dark', 'display')], ['block', 'none'])
  assert.equal(await page.locator('#group #inside').count(), 1, 'a heading in a link stays in it')
  assert.equal(await style(page, 'inside', 'margin-top'), '48px', 'a class weighs more than the name of an element')
  await page.locator('#group').hover()
  assert.match(await style(page, 'inside', 'text-decoration-line'), /underline/)
  const before = await style(page, 'lead', 'color')
  await page.locator('.theme-button').click()
  assert.notEqual(await style(page, 'lead', 'color'), before, 'the switch of the page turns dark classes on')
  assert.equal(await style(page, 'dark', 'display'), 'block')
}

/** To an author's style sheet the content of this mode is no prose. */
const holdCustom: Hold = async (page) => {
  assert.equal(await style(page, 'own', 'margin-top'), '48px')
}

const holdDark: Hold = async (page) => {
  assert.deepEqual([await style(page, 'light', 'display'), await style(page, 'dark', 'display')], ['none', 'block'])
  await page.locator('.theme-button').click()
  assert.deepEqual([await style(page, 'light', 'display'), await style(page, 'dark', 'display')], ['block', 'none'])
}

const holdPhone: Hold = async (page) => {
  assert.equal(await style(page, 'row', 'padding-left'), '24px')
}

/** Whatever lies over the content, the reader reaches what is not of the author's. */
const holdControls: Hold = async (page, outside) => {
  assert.deepEqual(outside, [], 'a class asks another host')
  await page.locator('.theme-button').click({ timeout: 10_000 })
  await page.locator('.search-button').click({ timeout: 10_000 })
  await page.locator('dialog[open]').waitFor({ timeout: 10_000 })
  await page.keyboard.press('Escape')
  const menu = page.locator('.menu-button')
  if (!(await menu.isVisible())) return
  await menu.click({ timeout: 10_000 })
  await page.locator('.sidebar.open a').first().click({ timeout: 10_000, trial: true })
}
