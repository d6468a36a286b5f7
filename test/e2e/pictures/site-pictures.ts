import type { Browser, Page } from 'playwright-core'
import { serveFolder } from '../serve-folder.ts'
import type { PictureBook } from './picture-book.ts'

interface View {
  site: string
  path: string
  prepare?(page: Page): Promise<void>
}

interface SitePicture {
  name: string
  view: View
  colorScheme?: 'light' | 'dark'
  size?: { width: number; height: number }
}

const wide = { width: 1440, height: 900 }
const architecture = { site: 'mcp', path: 'docs/2025-11-25/learn/architecture.html' }

const sitePictures: SitePicture[] = [
  { name: 'site', view: { site: 'docs', path: 'quickstart.html' } },
  { name: 'page-light', view: architecture },
  {
    name: 'page-dark',
    view: { site: 'mcp', path: 'docs/2025-11-25/learn/server-concepts.html' },
    colorScheme: 'dark',
  },
  { name: 'page-phone', view: architecture, size: { width: 390, height: 844 } },
  { name: 'search', view: { ...architecture, prepare: searchFor('resource temp') } },
  {
    name: 'enlarged',
    view: { site: 'mcp', path: 'docs/2025-11-25/learn/client-concepts.html', prepare: enlargeDiagram },
  },
  { name: 'report', view: { site: 'mcp', path: '_bindery/report.html' } },
  { name: 'api-page', view: { site: 'dify', path: 'en/api-reference/chat-messages/send-chat-message.html' } },
  { name: 'right-to-left', view: { site: 'languages', path: 'ar/index.html' } },
  { name: 'components', view: { site: 'components', path: 'components.html' }, size: { width: 1440, height: 2400 } },
]

export const sitePictureNames = sitePictures.map(({ name }) => name)

/** Sites that the named images, or all of them, show. */
export function sitesOf(names: string[] | undefined): string[] {
  const chosen = sitePictures.filter(({ name }) => names?.includes(name) ?? true)
  return [...new Set(chosen.map(({ view }) => view.site))]
}

/** Takes the images that show this site. */
export async function takeSitePictures(
  browser: Browser,
  { name: site, out }: { name: string; out: string },
  book: PictureBook,
): Promise<void> {
  await using server = await serveFolder(out)
  for (const picture of sitePictures.filter(({ name, view }) => view.site === site && book.has(name))) {
    await open(browser, server.url, picture, (page) => book.take(page, picture.name, 'site'))
  }
}

async function open(
  browser: Browser,
  url: string,
  { view: { path, prepare }, colorScheme = 'light', size: viewport = wide }: SitePicture,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  // A phone keeps no room for a scrollbar.
  const isMobile = viewport.width < 500
  await using context = await browser.newContext({ viewport, isMobile, colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const answer = await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
  if (answer?.status() !== 200) throw new Error(`${url}${path} was answered with ${answer?.status()}.`)
  // The first visit of a page shows the fallback until the fonts are there; a reader's second page has them at once.
  await page.reload({ waitUntil: 'networkidle' })
  await prepare?.(page)
  await look(page)
}

function searchFor(words: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.keyboard.press('/')
    await page.keyboard.type(words)
    await page.locator('.search-results a').first().waitFor()
  }
}

async function enlargeDiagram(page: Page): Promise<void> {
  await page.locator('[data-bindery-diagram]').first().scrollIntoViewIfNeeded()
  await page.locator('.diagram-enlarge').first().click()
  await page.locator('.enlarged[open]').waitFor()
}
