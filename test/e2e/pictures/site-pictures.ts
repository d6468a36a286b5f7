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
  /** The same kind of page on a site of this repository: the theme that it shows is the same, and every run has it. */
  like: View
  colorScheme?: 'light' | 'dark'
  size?: { width: number; height: number }
}

const wide = { width: 1440, height: 900 }
const architecture = { site: 'mcp', path: 'docs/2025-11-25/learn/architecture.html' }
const text = { site: 'components', path: 'text.html' }
const components = { site: 'components', path: 'components.html' }
const arabic = { site: 'languages', path: 'ar/index.html' }

const ownSites = ['components', 'openapi', 'languages', 'docs']

const sitePictures: SitePicture[] = [
  { name: 'site', view: { site: 'docs', path: 'quickstart.html' }, like: components },
  { name: 'page-light', view: architecture, like: text },
  {
    name: 'page-dark',
    view: { site: 'mcp', path: 'docs/2025-11-25/learn/server-concepts.html' },
    like: text,
    colorScheme: 'dark',
  },
  { name: 'page-phone', view: architecture, like: text, size: { width: 390, height: 844 } },
  {
    name: 'search',
    view: { ...architecture, prepare: searchFor('resource temp') },
    like: { ...text, prepare: searchFor('text') },
  },
  {
    name: 'enlarged',
    view: { site: 'mcp', path: 'docs/2025-11-25/learn/client-concepts.html', prepare: enlargeDiagram },
    like: { ...components, prepare: enlargeDiagram },
  },
  {
    name: 'report',
    view: { site: 'mcp', path: '_bindery/report.html' },
    like: { site: 'components', path: '_bindery/report.html' },
  },
  {
    name: 'api-page',
    view: { site: 'dify', path: 'en/api-reference/chat-messages/send-chat-message.html' },
    like: { site: 'openapi', path: 'berths/reserve.html' },
  },
  { name: 'right-to-left', view: arabic, like: arabic },
  { name: 'components', view: components, like: components, size: { width: 1440, height: 2400 } },
]

/** Sites that the named pictures, or all of them, are taken of and compared by. */
export function sitesOf(names: string[] | undefined): string[] {
  const chosen = sitePictures.filter(({ name }) => names?.includes(name) ?? true)
  return [...new Set(chosen.flatMap(({ view, like }) => [view.site, like.site]))]
}

interface LookOptions {
  book: PictureBook
  /** Without the archives nobody can take the pictures of their sites anew, so nobody is asked to. */
  hasCorpora: boolean
}

/** Those that are of this site, or like a page of it. */
export async function lookAtSite(
  browser: Browser,
  { name: site, out }: { name: string; out: string },
  { book, hasCorpora }: LookOptions,
): Promise<void> {
  await using server = await serveFolder(out)
  const isOurs = ({ view }: SitePicture) => ownSites.includes(view.site)
  for (const picture of sitePictures.filter((one) => book.has(one.name) && (hasCorpora || isOurs(one)))) {
    const { name, view, like } = picture
    if (book.isTaking && view.site === site) {
      await open(browser, server.url, picture, view, (page) => book.shoot(page, name, 'site'))
    }
    if (like.site === site) {
      await open(browser, server.url, picture, like, (page) => book.note(page, name, 'site'))
    }
  }
}

async function open(
  browser: Browser,
  url: string,
  { colorScheme = 'light', size: viewport = wide }: SitePicture,
  { path, prepare }: View,
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
  await page.locator('[data-diagram]').first().scrollIntoViewIfNeeded()
  await page.locator('.diagram-enlarge').first().click()
  await page.locator('.enlarged[open]').waitFor()
}
