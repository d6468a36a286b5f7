import assert from 'node:assert/strict'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import type { Case } from '../case.ts'

export const renderDiagrams: Case = {
  promise: 'a diagram is drawn in both lights, over http and from a disk, and is text without script',
  async keep({ browser, base, folder }) {
    for (const from of [base, `${pathToFileURL(folder).href}/`]) await renderFrom(browser, from)
    await readAsText(browser, base)
  },
}

async function renderFrom(browser: Browser, from: string): Promise<void> {
  await using context = await browser.newContext({ colorScheme: 'light' })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${from}text.html`)
  assert.equal(asked.filter((url) => /mermaid|diagrams/.test(url)).length, 0)

  await page.goto(`${from}components.html`)
  const figure = page.locator('[data-bindery-diagram]').first()
  await figure.scrollIntoViewIfNeeded()
  await page.locator('[data-bindery-diagram][data-bindery-state="light"]').first().waitFor()
  const diagram = page.getByLabel('The way into the harbor')
  await diagram.getByText('Basin').waitFor()
  assert.equal(await diagram.getByRole('link').getAttribute('href'), 'index.html')
  const light = await fillOf(page)

  await page.locator('.theme-button').click()
  await page.locator('[data-bindery-diagram][data-bindery-state="dark"]').first().waitFor()
  assert.notEqual(await fillOf(page), light)

  // The text stays within reach.
  const text = figure.locator('pre')
  await text.waitFor({ state: 'hidden' })
  await figure.locator('summary').click()
  await text.waitFor()
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(from) && !url.startsWith('data:')),
    [],
  )
}

async function readAsText(browser: Browser, base: string): Promise<void> {
  await using context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${base}components.html`)
  await page.getByText('Sea --> Mole --> Basin').waitFor()
}

function fillOf(page: Page): Promise<string> {
  const shape = page.locator('[data-bindery-diagram] .node rect').first()
  return shape.evaluate((rect) => rect.ownerDocument.defaultView.getComputedStyle(rect).fill)
}
