import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { plainAddress, type Query } from './read-queries.ts'

export interface BrowserAnswer {
  /** Addresses as they are shown, each once. */
  found: string[]
  /** What the search loaded, as a host sends it. */
  bytes: number
}

/** Types a query into the dialog of the page that the reader is on, and reads the results from first to last. */
export async function searchInBrowser(
  browser: Browser,
  url: string,
  root: string,
  query: Query,
): Promise<BrowserAnswer> {
  await using page = await browser.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/_bindery/search')) return
    sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(`${url}${fileOf(root, query.reader)}`)
  await page.keyboard.press('/')
  await page.locator('.search-dialog[open]').waitFor()
  await page.locator('.search-input').fill(query.query)
  await page.locator('.search-results[aria-busy=false]').waitFor({ state: 'attached' })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  return { found: await readResults(page, url), bytes }
}

function fileOf(root: string, page: string): string {
  return existsSync(join(root, `${page}.html`)) ? `${page}.html` : `${page}/index.html`
}

async function readResults(page: Page, url: string): Promise<string[]> {
  const links = await page.locator('.search-results a').all()
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
  const paths = hrefs.map((href) => decodeURIComponent(new URL(href ?? '', page.url()).pathname))
  return [...new Set(paths.map((path) => plainAddress(path.slice(new URL(url).pathname.length))))]
}
