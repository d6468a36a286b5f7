import type { Browser, Page } from 'playwright-core'

/**
 * With the settings of the browser itself: where they are emulated, Chromium marks the whole page that is left for new
 * styles, which no browser of a reader does.
 */
const desk = {
  viewport: { width: 1440, height: 900 },
  colorScheme: null,
  reducedMotion: null,
  forcedColors: null,
  contrast: null,
}
/** As long as a hand takes from the link to the click; the next page is fetched meanwhile. */
const aimingMs = 300

/**
 * Points at the link to the next page, clicks, and measures from the click to the first paint of that page. The style and
 * the script are in the cache by then, as they are for whoever reads a second page. None for the last page.
 */
export async function measureClick(browser: Browser, base: string, file: string): Promise<number[]> {
  await using context = await browser.newContext(desk)
  const page = await context.newPage()
  await page.goto(base + encodeURI(file), { waitUntil: 'load' })
  const next = page.locator('.pager-next')
  if ((await next.count()) === 0) return []
  await next.scrollIntoViewIfNeeded()
  await noteClicks(page)
  const before = page.url()
  await next.hover()
  await page.waitForTimeout(aimingMs)
  await Promise.all([page.waitForURL((url) => url.href !== before), next.click()])
  return [await readPaint(page)]
}

/** Clocks of two pages are compared by the time of day at which each of them began. */
function noteClicks(page: Page): Promise<void> {
  return page.locator('html').evaluate((html) => {
    const view = html.ownerDocument.defaultView
    html.addEventListener('click', ({ timeStamp }: { timeStamp: number }) => {
      view.sessionStorage.setItem('clicked', String(view.performance.timeOrigin + timeStamp))
    })
  })
}

function readPaint(page: Page): Promise<number> {
  return page.locator('html').evaluate(async (html) => {
    const view = html.ownerDocument.defaultView
    const { startTime } = await new Promise<{ startTime: number }>((done) => {
      const observer = new view.PerformanceObserver(
        (list: { getEntriesByName(name: string): { startTime: number }[] }) => {
          const [entry] = list.getEntriesByName('first-contentful-paint')
          if (entry) done(entry)
        },
      )
      observer.observe({ type: 'paint', buffered: true })
    })
    return view.performance.timeOrigin + startTime - Number(view.sessionStorage.getItem('clicked'))
  })
}
