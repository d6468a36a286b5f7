import type { Page } from 'playwright-core'
import { colorRules, findViolationsInLights } from '../find-violations.ts'
import type { SampledPage } from './sample-pages.ts'

export interface Violation {
  /** The rule that axe knows, and the element that breaks it. */
  what: string
  /** The page, and in which light. */
  where: string
}

export interface Violations {
  own: Violation[]
  author: Violation[]
}

/** Elements of ours that hold what an author wrote. */
const vessels =
  'prose site-banner tab-panel tab-alone card-body accordion-body accordion-group callout-body step-body steps ' +
  'field-body expandable-body frame-content tile-picture update-body prompt-body panel column columns banner-inline'

/** Only who sets a color himself answers for it: all others are the theme's. */
const colored = [
  '[style*="color"]',
  '[style*="background"]',
  '[class*="text-"]',
  '[class*="bg-"]',
  '[class*="opacity-"]',
]

/**
 * What axe finds on an open page, in light and in dark. On a site of ours all of it is ours to answer for; on an author's
 * page all but what he wrote himself: his own HTML, the order of his headings, the words of his links.
 */
export async function countViolations(page: Page, { file, isOwn }: SampledPage): Promise<Violations> {
  const found: Violations = { own: [], author: [] }
  for (const { rule, selector, light } of await findViolationsInLights(page)) {
    const list = isOwn || !(await isAuthored(page, selector, rule)) ? found.own : found.author
    list.push({ what: `${rule} at ${selector}`, where: `${file} in ${light}` })
  }
  return found
}

/** The nearest class of our style around an element, or its own, tells who drew it. */
function isAuthored(page: Page, selector: string, rule: string): Promise<boolean> {
  const question = { vessels: vessels.split(' '), colored: colorRules.includes(rule) ? colored : undefined }
  return page
    .locator(selector)
    .first()
    .evaluate((element, { vessels, colored }) => {
      const content = element.parentElement?.closest('article, .site-banner')
      if (!content) return false
      if (colored) return content.contains(element.closest(colored.join()))
      const layers = [...element.ownerDocument.styleSheets].flatMap((sheet) => [...sheet.cssRules])
      // Utility classes and what an author's own sheets name are no component.
      const rules = layers.filter((layer) => layer.name !== 'author').map((layer) => layer.cssText)
      const known = new Set([...rules.join('').matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name))
      for (let at = element; at; at = at.parentElement) {
        const own = [...at.classList].filter((name) => known.has(name))
        if (own.length > 0) return at !== element && own.some((name) => vessels.includes(name))
      }
      return false
    }, question)
}

/** A fault of what stands around every page would be told for every page: each is told once, with the first place. */
export function tellOnce(violations: Violation[]): string[] {
  const groups = Object.entries(Object.groupBy(violations, ({ what }) => what))
  return groups.map(([what, all = []]) => `axe: ${what}, ${all.length} times, first on ${all[0]?.where}`)
}
