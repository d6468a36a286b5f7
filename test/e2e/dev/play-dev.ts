import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startDev } from '../../support/start-dev.ts'

const config = JSON.stringify({ name: 'Site', navigation: { pages: ['index'] } })
const body = Array.from({ length: 80 }, (_, index) => `Paragraph ${index + 1}.`).join('\n\n')
const remarks = 'bindery-dev-remarks section'

interface Writing {
  page: Page
  /** Writes the page with this at its end. */
  save(words: string): Promise<void>
  saveConfig(text: string): Promise<void>
}

/** Each begins with the long page as the last one left it, seen from 700 pixels down. */
const cases: Record<string, (writing: Writing) => Promise<void>> = {
  'a saved page comes back where its author was reading': async ({ page, save }) => {
    await save('## Newest')
    await page.waitForSelector('#newest', { state: 'attached' })
    await waitForPlace(page)
  },
  'what is wrong stands on the page until it is dismissed': async ({ page, save }) => {
    await save('[gone](/nowhere)')
    assert.match((await page.locator(remarks).textContent()) ?? '', /index\.mdx:\d+:1“\/nowhere”/)
    await page.locator(`${remarks} button`).click()
    assert.equal(await page.locator(remarks).count(), 0)
  },
  'a page that fails shows where, and comes back to the same place': async ({ page, save }) => {
    await save('<Card>')
    await page.getByText('This page cannot be shown').waitFor()
    await save('## Fixed')
    await page.waitForSelector('#fixed', { state: 'attached' })
    await waitForPlace(page)
  },
  'a broken docs.json is told on the page that stays': async ({ page, saveConfig }) => {
    await saveConfig('{')
    assert.match((await page.locator(remarks).textContent()) ?? '', /docs\.json:1:\d+/)
    await saveConfig(config)
    await page.locator(remarks).waitFor({ state: 'detached' })
  },
}

/** A folder in the hands of its author and in a browser at once; counts the promises that were not kept. */
export async function playDev(browser: Browser, work: string): Promise<number> {
  const root = join(work, 'dev')
  await mkdir(root)
  const save = (words: string) => writeFile(join(root, 'index.mdx'), `---\ntitle: Home\n---\n\n${body}\n\n${words}\n`)
  const saveConfig = (text: string) => writeFile(join(root, 'docs.json'), text)
  await save('')
  await saveConfig(config)
  await using server = await startDev(root)
  let failed = 0
  for (const [promise, keep] of Object.entries(cases)) {
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      await page.goto(server.url)
      await page.evaluate('scrollTo(0, 700)')
      await keep({ page, save, saveConfig })
      console.log(`ok    ${promise}`)
    } catch (error) {
      failed += 1
      console.log(`FAIL  ${promise}\n    ${error instanceof Error ? error.message : error}`)
    } finally {
      await context.close()
    }
  }
  return failed
}

async function waitForPlace(page: Page): Promise<void> {
  await page.waitForFunction('scrollY === 700')
}
