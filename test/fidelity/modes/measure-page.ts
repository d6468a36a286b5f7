import type { Page } from 'playwright-core'

/** What of the parts around a page is on the screen, and what is wrong with their boxes. */
export interface Measured {
  sidebar: boolean
  title: boolean
  contents: boolean
  footer: boolean
  /** Wider than the window by this many pixels. */
  overflow: number
  /** Pixels between the header and the content. */
  above: number
  /** Whether the sidebar lies over the content. */
  covers: boolean
  headings: number
}

/** Runs in the page, whose types this file does not know. */
const measure = `(() => {
  const find = (selector) => document.querySelector(selector)
  const shows = (selector) => {
    const element = find(selector)
    if (!element || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    const box = element.getBoundingClientRect()
    return box.width > 1 && box.height > 1
  }
  const box = (selector) => find(selector).getBoundingClientRect()
  const crosses = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom && other.top < one.bottom
  return {
    sidebar: shows('.sidebar'),
    title: shows('.page-header h1'),
    contents: shows('.contents-side .contents'),
    footer: shows('.site-footer'),
    overflow: document.documentElement.scrollWidth - innerWidth,
    above: box('.content').top - box('.site-header').bottom,
    covers: shows('.sidebar') && crosses(box('.sidebar'), box('.content')),
    headings: document.querySelectorAll('article :is(h2, h3)[id]').length,
  }
})()`

export function measurePage(page: Page): Promise<Measured> {
  return page.evaluate(measure) as Promise<Measured>
}

/** Every class that an element of the content has, and those of them that a rule of the page names. */
const readClasses = `(() => {
  const ruled = new Set()
  const unescape = (name) => name.replace(/\\\\([\\da-f]{1,6}) ?|\\\\(.)/gi, (_, hex, sign) => sign ?? String.fromCodePoint(parseInt(hex, 16)))
  const walk = (rules) => {
    for (const rule of rules) {
      for (const [, name] of (rule.selectorText ?? '').matchAll(/\\.((?:[\\w\\u0080-\\uffff-]|\\\\[\\da-f]{1,6} ?|\\\\.)+)/gi)) ruled.add(unescape(name))
      if (rule.cssRules) walk(rule.cssRules)
    }
  }
  for (const sheet of document.styleSheets) walk(sheet.cssRules)
  const used = new Set()
  for (const element of document.querySelectorAll('article [class]')) for (const name of element.classList) used.add(name)
  return { used: [...used], ruled: [...used].filter((name) => ruled.has(name)) }
})()`

export function readPageClasses(page: Page): Promise<{ used: string[]; ruled: string[] }> {
  return page.evaluate(readClasses) as Promise<{ used: string[]; ruled: string[] }>
}
