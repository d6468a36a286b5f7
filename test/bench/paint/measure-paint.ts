import type { Browser, CDPSession, Page } from 'playwright-core'

export interface Paint {
  largestPaintMs: number
  layoutShift: number
  /** As they came over the wire. */
  scriptBytes: number
  styleBytes: number
  fontBytes: number
  pageBytes: number
}

/** A phone on slow 4G, by the figures that Lighthouse uses: a round trip of 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const connection = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

/** Opens the page as its first visitor does, with nothing in any cache. */
export async function measurePaint(browser: Browser, base: string, file: string): Promise<Paint> {
  await using context = await browser.newContext(phone)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', connection)
  // What an author embeds of others is not ours to paint, and a closed network would wait for it in vain.
  await session.send('Network.setBlockedURLs', { urlPatterns: [{ urlPattern: 'https://*:*/*', block: true }] })
  const bytes = countBytes(session)
  await page.goto(base + encodeURI(file), { waitUntil: 'load', timeout: 60_000 })
  const { largestPaintMs, layoutShift } = await readTimings(page)
  return {
    largestPaintMs,
    layoutShift,
    scriptBytes: bytes.get('Script') ?? 0,
    styleBytes: bytes.get('Stylesheet') ?? 0,
    fontBytes: bytes.get('Font') ?? 0,
    pageBytes: bytes.get('Document') ?? 0,
  }
}

/** By the kind of resource. */
function countBytes(session: CDPSession): Map<string, number> {
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? ''
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
  })
  return bytes
}

/** Once the fonts are there and rendered: no paint and no shift of loading comes after that. */
function readTimings(page: Page): Promise<{ largestPaintMs: number; layoutShift: number }> {
  return page.locator('html').evaluate(async (html) => {
    const view = html.ownerDocument.defaultView
    const read = (type: string) =>
      new Promise<{ startTime: number; value: number; hadRecentInput: boolean }[]>((done) => {
        new view.PerformanceObserver((list: { getEntries(): never[] }) => done(list.getEntries())).observe({
          type,
          buffered: true,
        })
        view.setTimeout(() => done([]), 500)
      })
    await html.ownerDocument.fonts.ready
    await new Promise((rendered) => view.requestAnimationFrame(() => view.requestAnimationFrame(rendered)))
    const paints = await read('largest-contentful-paint')
    const shifts = await read('layout-shift')
    return {
      largestPaintMs: paints.at(-1)?.startTime ?? Number.POSITIVE_INFINITY,
      layoutShift: shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0),
    }
  })
}
