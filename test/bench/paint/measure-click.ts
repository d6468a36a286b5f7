import { setTimeout as wait } from 'node:timers/promises'
import { type Tab, type TabBrowser, until } from '../../support/open-tab.ts'

export interface Click {
  /** From the time stamp of the click to the first contentful paint of the next page, as it was presented. */
  ms: number
  /** Whether the next page was rendered before the click. */
  isAhead: boolean
}

/**
 * Points at the link to the next page, rests there, clicks, and measures until that page is painted. The style and the
 * script are in the cache by then, as they are for whoever reads a second page. None for the last page.
 */
export async function measureClick(url: string, browser: TabBrowser, restMs: number): Promise<Click[]> {
  await using tab = await browser.openTab()
  await tab.goto(url)
  if (await tab.read(`document.querySelector('.pager-next') === null`)) return []
  await tab.read(noteClicks)
  const before = await tab.read<string>('location.href')
  const place = await tab.pointAt('.pager-next')
  await wait(restMs)
  await tab.click(place)
  await until(() => tab.read(`location.href !== ${JSON.stringify(before)}`))
  return [await readPaint(tab)]
}

/** Clocks of two pages are compared by the time of day at which each of them began. */
const noteClicks = `void document.addEventListener('click', ({ timeStamp }) => {
  sessionStorage.setItem('clicked', String(performance.timeOrigin + timeStamp))
}, true)`

/**
 * A page that is rendered ahead is not painted before the click: its first paint comes after it is shown. Were it ever
 * counted earlier, the figure would be too good, so that is an error.
 */
async function readPaint(tab: Tab): Promise<Click> {
  const paint = await tab.read<{ ms: number; isAhead: boolean; isBefore: boolean }>(`new Promise((done) => {
    const { activationStart = 0 } = performance.getEntriesByType('navigation')[0]
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint')
      const clicked = Number(sessionStorage.getItem('clicked'))
      const ms = performance.timeOrigin + entry?.startTime - clicked
      if (entry) done({ ms, isAhead: activationStart > 0, isBefore: entry.startTime < activationStart })
    }).observe({ type: 'paint', buffered: true })
  })`)
  if (paint.isBefore) throw new Error('The page was painted before it was shown.')
  return { ms: paint.ms, isAhead: paint.isAhead }
}
