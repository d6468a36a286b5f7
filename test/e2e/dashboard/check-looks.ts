import type { Page } from 'playwright-core'
import { readTurn } from '../../support/sample.ts'
import { findViolationsInLights, lights } from '../find-violations.ts'
import type { PictureBook } from '../pictures/picture-book.ts'
import type { Violation } from '../site/count-violations.ts'
import { dashboardPictures } from './dashboard-pictures.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Laptops and tablets, where tables are narrowest: only the layout is checked there. */
const otherWidths = [1280, 1024, 640]

export interface Looks {
  pages: number
  seen: Set<string>
  violations: Violation[]
  faults: string[]
  /** Takes a look at the page that is open: in both lights and at both widths, or in one and at one of them. */
  take(page: Page, name: string): Promise<void>
}

export interface LooksOptions {
  /** Whether each page is looked at in one light and on a phone or a wide screen, by turns, and not in all four ways. */
  byTurns?: boolean
  /** Where every page is shown as it looks. */
  screenshots?: string | undefined
  /** Takes the images of the docs instead of checking each page. */
  book?: PictureBook
}

/** Checks each page with all rules of axe and for content that does not fit, or takes the images of the docs. */
export function createLooks({ byTurns = false, screenshots, book }: LooksOptions): Looks {
  const firstTurn = byTurns ? readTurn() : 0
  const looks: Looks = { pages: 0, seen: new Set(), violations: [], faults: [], take }
  return looks

  async function take(page: Page, name: string): Promise<void> {
    looks.pages += 1
    looks.seen.add(name)
    if (book !== undefined) return takePicture(page, name, book)
    const turn = looks.pages + firstTurn
    const chosen = byTurns ? [lights[Math.floor(turn / 2) % 2] ?? 'light'] : lights
    for (const size of byTurns ? sizes.slice(turn % 2, (turn % 2) + 1) : sizes) {
      await page.setViewportSize(size)
      looks.faults.push(...(await listTypeFaults(page)).map((what) => `${name}: ${what}`))
      await checkLayout(page, name, size.width)
      for (const { rule, selector, light } of await findViolationsInLights(page, chosen)) {
        looks.violations.push({ what: `${rule} at ${selector}`, where: `${name} at ${size.width} in ${light}` })
      }
      if (screenshots !== undefined) await capture(page, `${screenshots}/${name.replace(/\W+/g, '-')}-${size.width}`)
    }
    for (const width of byTurns ? otherWidths.slice(turn % 3, (turn % 3) + 1) : otherWidths) {
      await page.setViewportSize({ width, height: 900 })
      await checkLayout(page, name, width)
      if (screenshots !== undefined) await capture(page, `${screenshots}/${name.replace(/\W+/g, '-')}-${width}`)
    }
  }

  async function checkLayout(page: Page, name: string, width: number): Promise<void> {
    looks.faults.push(...(await listTooWide(page)).map((what) => `${name}: ${what} is too wide at ${width}`))
    looks.faults.push(...(await listBrokenWords(page)).map((what) => `${name}: ${what} is broken at ${width}`))
  }
}

async function capture(page: Page, file: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${file}-${colorScheme}.png`, fullPage: true })
  }
}

async function takePicture(page: Page, kind: string, book: PictureBook): Promise<void> {
  const name = dashboardPictures[kind]
  if (name === undefined || !book.has(name)) return
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await book.take(page, name, 'dashboard')
}

/** Ligatures in code (`http: //`), a slash that the link before it underlines, and pages that reload themselves. */
function listTypeFaults(page: Page): Promise<string[]> {
  // As text: the types of this folder know no document.
  return page.evaluate(`[
    ...([...document.querySelectorAll('code')].some((one) => getComputedStyle(one).fontVariantLigatures !== 'none')
      ? ['ligatures in code'] : []),
    ...([...document.querySelectorAll('.trail a')].some((one) => getComputedStyle(one, '::after').display === 'inline')
      ? ['an underlined slash'] : []),
    ...(document.documentElement.outerHTML.includes('http-equiv="refresh"') ? ['it reloads itself'] : []),
  ]`)
}

/**
 * The page itself, and what scrolls sideways within it or ends beyond it. Code of a wide screen may scroll, and the
 * heads of tables that are cards are there for those who hear them alone.
 */
function listTooWide(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const root = document.documentElement
    const name = (one) => one.tagName.toLowerCase() + [...one.classList].map((each) => '.' + each).join('')
    const isCode = (one) => innerWidth > 820 && one.matches('pre, .scroll')
    const scrolls = (one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth
    const wide = [...document.body.querySelectorAll('*')].filter((one) =>
      (scrolls(one) && !isCode(one)) ||
      (one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('pre, .scroll, thead')))
    return [...(root.scrollWidth > root.clientWidth ? ['the page'] : []), ...wide.slice(0, 3).map(name)]
  })()`)
}

/** Words in tables that are on two lines, and buttons, dates, ids and names that are. A path, an address or a word longer than an id may be. */
function listBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const lines = (range) => new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size
    const isPath = (text, at) => /[\\/?&=]/.test(text.slice(0, at).match(/\\S*$/)[0] + text.slice(at).match(/^\\S*/)[0])
    const broken = []
    for (const cell of document.querySelectorAll('.rows td')) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode
        if (!parentElement.checkVisibility()) continue
        const isWhole = parentElement.closest('button, .button, time, .copy, .name, .nowrap')
        for (const { 0: word, index } of data.matchAll(isWhole ? /\\S.*/g : /(?<![^\\s-])[^\\s\\/?&=-]{1,24}(?![^\\s-])/g)) {
          if (!isWhole && isPath(data, index)) continue
          const range = document.createRange()
          range.setStart(texts.currentNode, index)
          range.setEnd(texts.currentNode, index + word.length)
          if (lines(range) > 1) broken.push('“' + word.trim() + '” (' + (cell.dataset.title ?? '') + ')')
        }
      }
    }
    return broken.slice(0, 3)
  })()`)
}
