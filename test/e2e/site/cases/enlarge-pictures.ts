import assert from 'node:assert/strict'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { makePng } from '../../../fidelity/sealed/make-picture.ts'
import { findViolations } from '../../find-violations.ts'
import { buildCaseSite, type CaseSite, plainPage } from '../build-case-site.ts'
import type { Case } from '../case.ts'

const text = `
![A chart](/large.png)

![A lamp](/small.png)

<img src="/large.png" alt="A plan" noZoom />

<img src="/large.png" alt="A badge" width="40" />

[![A way](/large.png)](/other)

<Card title="A berth" img="/large.png" href="/other">Text.</Card>

\`\`\`mermaid
flowchart LR
  Sea --> Basin
  click Basin "/other"
\`\`\`
`
const files = {
  'docs.json': { name: 'Harbor', navigation: { pages: ['index', 'other'] } },
  'index.mdx': plainPage('Pictures', text),
  'other.mdx': plainPage('Other'),
  'large.png': makePng(Buffer.from([90, 130, 140]), 1200),
  'small.png': makePng(Buffer.from([90, 130, 140]), 200),
}

export const enlargePictures: Case = {
  promise:
    'a picture or diagram that can be seen larger opens in a dialog, by click and by keys; Esc, a click and a button close it and give the focus back',
  async keep({ browser }) {
    await using site = await buildCaseSite(files)
    for (const from of [site.url, `${pathToFileURL(site.folder).href}/`]) await enlargeFrom(browser, from)
    await offerNothing(browser, site)
  },
}

async function enlargeFrom(browser: Browser, from: string): Promise<void> {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => request.url().startsWith(from) || faults.push(request.url()))
  await page.goto(`${from}index.html`)
  const picture = page.getByRole('button', { name: 'Enlarge: A chart' })
  await picture.waitFor()
  // Until all are loaded none is known to stay as it is.
  await page.waitForFunction('[...document.images].every((image) => image.complete)')
  assert.deepEqual(await page.locator('article img[role]').evaluateAll((all) => all.map(({ alt }) => alt)), ['A chart'])
  await openPicture(page)
  await openDiagram(page)
  assert.deepEqual(faults, [])
}

async function openPicture(page: Page): Promise<void> {
  const picture = page.getByRole('button', { name: 'Enlarge: A chart' })
  const dialog = page.getByRole('dialog', { name: 'Enlarge: A chart' })
  const closings = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('img').click(),
    () => page.mouse.click(5, 5),
  ]
  const openings = [
    () => page.keyboard.press('Enter'),
    () => page.keyboard.press('Space'),
    () => picture.click(),
    () => page.keyboard.press('Enter'),
  ]
  await picture.focus()
  for (const [at, close] of closings.entries()) {
    await openings[at]?.()
    await dialog.waitFor()
    const [small, large] = await Promise.all([widthOf(picture), widthOf(dialog.getByRole('img'))])
    assert.ok(large > small * 1.1 && large <= 1200, `${small} px became ${large}`)
    if (at === 0) assert.deepEqual(await findViolations(page), [])
    await close()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await picture.evaluate((image) => image === image.ownerDocument.activeElement), true)
  }
}

async function openDiagram(page: Page): Promise<void> {
  await page.locator('[data-bindery-diagram]').scrollIntoViewIfNeeded()
  const button = page.getByRole('button', { name: 'Enlarge', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Enlarge: Diagram' })
  await button.focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('Sea').waitFor()
  assert.ok((await widthOf(dialog.locator('svg'))) > (await widthOf(page.locator('.diagram-view svg'))))
  assert.deepEqual(await findViolations(page), [])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await button.evaluate((found) => found === found.ownerDocument.activeElement), true)
  await page.locator('.diagram-view').getByText('Sea').click()
  await dialog.getByRole('link').click()
  await page.waitForURL(/other\.html$/)
}

async function offerNothing(browser: Browser, site: CaseSite): Promise<void> {
  await using context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site.url}index.html`)
  assert.equal(await page.locator('article img[role], article img[tabindex], .diagram-enlarge').count(), 0)
}

async function widthOf(shown: ReturnType<Page['locator']>): Promise<number> {
  return (await shown.boundingBox())?.width ?? 0
}
