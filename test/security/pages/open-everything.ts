import type { Browser, BrowserContext, Page } from 'playwright-core'
import { mapAtOnce } from '../../support/map-at-once.ts'
import { findLiveMarkup } from './find-live-markup.ts'

/** What happened while the addresses were open. */
export interface Findings {
  /** Numbers of the attempts whose script ran. */
  ran: Set<number>
  /** Everything else that should not be, with the address it was seen at. */
  seen: string[]
  /** How many diagrams were rendered: one that stayed text was not tried. */
  rendered: number
}

/** Two at once keep two cores busy, and a page's own timers still have their turn. */
const tabs = 2

/**
 * Opens each address as a reader would. The content security policy is switched off: it is the second fence, and here
 * the first one, the renderer's own filter, has to hold alone.
 */
export async function openEverything(browser: Browser, urls: string[]): Promise<Findings> {
  await using context = await browser.newContext({ bypassCSP: true })
  context.setDefaultTimeout(60_000)
  const findings: Findings = { ran: new Set(), seen: [], rendered: 0 }
  await context.exposeFunction('__pwned', (id: number) => findings.ran.add(id))
  await context.addInitScript(seeEverything)
  await context.route(isElsewhere, (route) => route.abort())
  const idle = await Promise.all(Array.from({ length: tabs }, () => openTab(context, findings)))
  await mapAtOnce(urls, tabs, async (url) => {
    const page = idle.pop() ?? (await openTab(context, findings))
    await open(page, url, findings)
    idle.push(page)
  })
  return findings
}

/** Other hosts than ours, and the trap's is one of ours. */
function isElsewhere(url: URL): boolean {
  return /^https?:$/.test(url.protocol) && url.hostname !== '127.0.0.1'
}

export async function openTab(context: BrowserContext, { seen }: Findings): Promise<Page> {
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    seen.push(`${page.url()}: a dialog said “${dialog.message()}”`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => seen.push(`${page.url()}: a window opened with ${popup.url()}`))
  return page
}

async function open(page: Page, url: string, findings: Findings): Promise<void> {
  try {
    await page.goto(url, { waitUntil: 'load' })
  } catch (error) {
    // A redirect that leads on at once interrupts its own page, and one to an outside host is refused above.
    if (!/interrupted|ERR_ABORTED|ERR_FAILED|ERR_BLOCKED/.test(String(error))) throw error
  }
  for (const live of await look(page)) findings.seen.push(`${url}: ${live}`)
  findings.rendered += await page.locator('.diagram-view').count()
}

/** A page believes that all of it is on the screen, so that what is rendered late is rendered now. */
function seeEverything(): void {
  Object.assign(globalThis, {
    IntersectionObserver: class {
      readonly #call: (entries: unknown[]) => void
      constructor(call: (entries: unknown[]) => void) {
        this.#call = call
      }
      observe(target: unknown) {
        queueMicrotask(() => this.#call([{ target, isIntersecting: true }]))
      }
      unobserve() {}
      disconnect() {}
    },
  })
}

/** A redirect leads on while one looks; one that leads on for ever is a fault too. */
async function look(page: Page, tries = 20): Promise<string[]> {
  try {
    await settle(page)
    // Chromium's own page of an address that is not there.
    if (page.url().startsWith('chrome-error:')) return []
    return await findLiveMarkup(page)
  } catch (error) {
    if (!/destroyed|navigat/.test(String(error))) throw error
    if (tries === 0) return ['it never comes to rest']
    // On a busy machine twenty looks are over before the redirect has arrived.
    await page.waitForEvent('framenavigated', { timeout: 1000 }).catch(() => {})
    await page.waitForLoadState('load')
    return look(page, tries - 1)
  }
}

/** Pictures that fail call their handlers late, and lazy ones not before they are near. */
async function settle(page: Page): Promise<void> {
  await page.locator('img').evaluateAll((images) => {
    return Promise.all(
      images.map((image) => {
        image.loading = 'eager'
        return (
          image.complete || new Promise((done) => ['load', 'error'].map((name) => image.addEventListener(name, done)))
        )
      }),
    )
  })
  await page.locator('[data-diagram]:not([data-state])').first().waitFor({ state: 'detached' })
  await page.locator(':root').evaluate((root) => new Promise((done) => root.ownerDocument.defaultView.setTimeout(done)))
}
