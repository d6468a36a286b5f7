import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { visitPage } from './visit-page.ts'

export interface Violations {
  own: string[]
  author: string[]
}

/**
 * What axe finds on a page, in light and in dark. On a site of ours all of it is ours to answer for; on an author's
 * page only what stands around the content.
 */
export async function countViolations(context: BrowserContext, base: string, file: string, isOwn: boolean) {
  const found: Violations = { own: [], author: [] }
  const { page } = await visitPage(context, base, file)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    for (const { id, nodes } of violations) {
      for (const { target } of nodes) {
        const selector = String(target[0])
        const list = isOwn || !(await isAuthored(page, selector)) ? found.own : found.author
        list.push(`${file} in ${colorScheme}: ${id} at ${selector}`)
      }
    }
  }
  await page.close()
  return found
}

async function isAuthored(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate(
      (element) => element.closest('article, .site-banner') !== null && element.closest('.page-header') === null,
    )
}
