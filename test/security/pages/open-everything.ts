import type { Browser, BrowserContext, Page } from 'playwright-core'
import { evaluateOnRoot, type OnRoot } from '../../support/evaluate-on-root.ts'
import { loadPictures } from '../../support/load-pictures.ts'
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
  const { live, rendered } = await look(page)
  for (const what of live) findings.seen.push(`${url}: ${what}`)
  findings.rendered += rendered
}

/** A page believes that all of it is on the screen, so that what is rendered late is rendered now. */
export function seeEverything(): void {
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
async function look(page: Page, tries = 20): Promise<{ live: string[]; rendered: number }> {
  try {
    await evaluateOnRoot(page, loadPictures)
    const rendered = await evaluateOnRoot(page, settle)
    // Chromium's own page of an address that is not there.
    if (page.url().startsWith('chrome-error:')) return { live: [], rendered }
    return { live: await findLiveMarkup(page), rendered }
  } catch (error) {
    if (!/destroyed|navigat/.test(String(error))) throw error
    if (tries === 0) return { live: ['it never comes to rest'], rendered: 0 }
    // On a busy machine twenty looks are over before the redirect has arrived.
    await page.waitForEvent('framenavigated', { timeout: 1000 }).catch(() => {})
    await page.waitForLoadState('load')
    return look(page, tries - 1)
  }
}

/** Diagrams are rendered late. The number of those that were. */
const settle: OnRoot<number> = async (root) => {
  const { setTimeout } = root.ownerDocument.defaultView
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
  const deadline = Date.now() + 60_000
  while (root.querySelector('[data-bindery-diagram]:not([data-bindery-state])')) {
    if (Date.now() > deadline) throw new Error('A diagram was neither rendered nor refused within a minute.')
    await pause(20)
  }
  await pause(0)
  return root.querySelectorAll('.diagram-view').length
}
