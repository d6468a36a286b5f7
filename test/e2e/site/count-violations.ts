import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import type { DrawnPage } from './draw-pages.ts'

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

const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on an open page, in light by all of its rules, and in dark, where the markup is the same, by those of
 * color. On a site of ours all of it is ours to answer for; on an author's page only what stands around the content.
 */
export async function countViolations(page: Page, { file, isOwn }: DrawnPage): Promise<Violations> {
  const found: Violations = { own: [], author: [] }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(colorRules) : axe).analyze()
    for (const { id, nodes } of violations) {
      for (const { target } of nodes) {
        const selector = String(target[0])
        const list = isOwn || !(await isAuthored(page, selector)) ? found.own : found.author
        list.push({ what: `${id} at ${selector}`, where: `${file} in ${colorScheme}` })
      }
    }
  }
  return found
}

/** Inside of what we draw for the author's words; the boxes themselves are ours. */
async function isAuthored(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate(
      (element) =>
        element.parentElement?.closest('article, .site-banner') != null && element.closest('.page-header') === null,
    )
}

/** A fault of what stands around every page would be told for every page: each is told once, with the first place. */
export function tellOnce(violations: Violation[]): string[] {
  const groups = Object.entries(Object.groupBy(violations, ({ what }) => what))
  return groups.map(([what, all = []]) => `axe: ${what}, ${all.length} times, first on ${all[0]?.where}`)
}
