import { hash } from 'node:crypto'
import type { Page } from 'playwright-core'

/** Of the dashboard words are part of it, and all of a page; of a site what stands on the screen, whatever it says. */
export type ShownOf = 'dashboard' | 'site'

/** A digest of what a page shows. Of a hundred rows like one another it knows one, so other data is the same page. */
export async function digestShown(page: Page, of: ShownOf): Promise<string> {
  return hash('sha256', (await describeShown(page, of)).join('\n')).slice(0, 16)
}

/**
 * Kinds of elements on the screen, each once: name, classes, and how they look. Neither places nor sizes, which follow the
 * data; nor ids, figures and times.
 */
async function describeShown(page: Page, of: ShownOf): Promise<string[]> {
  const lines = await page.evaluate<string[]>(`(${script})(${of === 'site' ? 'innerHeight' : 'Infinity'})`)
  const told = lines.map((line) => (of === 'site' ? line.replace(/\t.*$/s, '') : normalize(line)))
  return [...new Set(told)].sort()
}

function normalize(line: string): string {
  return line
    .replace(/\b[a-z]{2,3}_[0-9a-f]{16}\b/g, 'id')
    .replace(/\b(?=[a-f]*\d)[0-9a-f]{7,}\b/g, 'hex')
    .replace(/(\t.*)$/s, (text) => text.replace(/\d[\d.,:]*(?:\s\p{L}+)?/gu, '0'))
}

// As text: the types of this folder know no document.
const script = `(bottom) => {
  const looks = ['display', 'color', 'backgroundColor', 'fontFamily', 'fontSize', 'fontWeight', 'borderRadius', 'textDecorationLine']
  const data = 'td, dd, code, pre, time, ins, del, option, textarea, svg'
  const isShown = (one) => {
    const { top, width, height } = one.getBoundingClientRect()
    return one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1 && top < bottom
  }
  return [...document.body.querySelectorAll('*')].filter((one) => isShown(one) && !one.closest('svg svg, svg *')).map((one) => {
    const style = getComputedStyle(one)
    const name = [one.tagName.toLowerCase(), ...[...one.classList].sort()].join('.')
    const own = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(' ')
    const text = one.closest(data) ? '' : own.replace(/\\s+/g, ' ').trim()
    return name + ' ' + looks.map((look) => style[look]).join(' ') + '\\t' + text
  })
}`
