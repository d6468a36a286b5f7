/**
 * `npm run screenshots [-- --corpora DIR] [--only NAME,NAME]`: the pictures of docs/images, taken anew from real sites.
 * They are for people to look at: no suite compares them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { findCorpora } from '../conformance/unpack-corpus.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { serveFolder } from './serve-folder.ts'
import { prepareSites } from './site/prepare-sites.ts'

interface Picture {
  name: string
  site: string
  path: string
  colorScheme?: 'dark'
  size?: { width: number; height: number }
  prepare?(page: Page): Promise<void>
}

const desk = { width: 1440, height: 900 }
const pictures: Picture[] = [
  { name: 'page-light', site: 'mcp', path: 'docs/2025-11-25/learn/architecture.html' },
  { name: 'page-dark', site: 'mcp', path: 'docs/2025-11-25/learn/server-concepts.html', colorScheme: 'dark' },
  {
    name: 'page-phone',
    site: 'mcp',
    path: 'docs/2025-11-25/learn/architecture.html',
    size: { width: 390, height: 844 },
  },
  {
    name: 'search',
    site: 'mcp',
    path: 'docs/2025-11-25/learn/architecture.html',
    prepare: (page) => search(page, 'resource temp'),
  },
  {
    name: 'enlarged',
    site: 'mcp',
    path: 'docs/2025-11-25/learn/client-concepts.html',
    prepare: enlargeDiagram,
  },
  { name: 'report', site: 'mcp', path: '_bindery/report.html' },
  { name: 'api-page', site: 'dify', path: 'en/api-reference/chat-messages/send-chat-message.html' },
  { name: 'right-to-left', site: 'languages', path: 'ar/index.html' },
  { name: 'components', site: 'components', path: 'components.html', size: { width: 1440, height: 2400 } },
]
const images = resolve(import.meta.dirname, '../../docs/images')

const { values } = parseArgs({ options: { corpora: { type: 'string' }, only: { type: 'string' } } })
const wanted = pictures.filter(({ name }) => values.only?.split(',').includes(name) ?? true)
const work = await mkdtemp(join(tmpdir(), 'bindery-pictures-'))
const browser = await launchChromium()
try {
  const sites = [...new Set(wanted.map(({ site }) => site))]
  for await (const site of prepareSites(work, findCorpora(values.corpora), sites)) {
    await using server = await serveFolder(site.out)
    for (const picture of wanted.filter((one) => one.site === site.name)) await take(browser, server.url, picture)
  }
} finally {
  await browser.close()
  await rm(work, { recursive: true, force: true })
}

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const { name, path, colorScheme = 'light', size: viewport = desk, prepare } = picture
  await using context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
  // The first visit of a page shows the fallback until the fonts are there; a reader's second page has them at once.
  await page.reload({ waitUntil: 'networkidle' })
  await prepare?.(page)
  await page.screenshot({ path: join(images, `${name}.png`) })
  console.log(`${name}: ${path} of ${picture.site}`)
}

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type(words)
  await page.locator('.search-results a').first().waitFor()
}

async function enlargeDiagram(page: Page): Promise<void> {
  await page.locator('[data-diagram]').first().scrollIntoViewIfNeeded()
  await page.locator('.diagram-enlarge').first().click()
  await page.locator('.enlarged[open]').waitFor()
}
