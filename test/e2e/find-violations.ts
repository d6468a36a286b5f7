import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

export interface AxeViolation {
  rule: string
  /** Of the element that breaks it. */
  selector: string
}

export const lights = ['light', 'dark'] as const
type Light = (typeof lights)[number]

export interface AxeViolationInLight extends AxeViolation {
  light: Light
}

/** Those that a page can break in one light alone. */
export const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on an open page, by all of its rules (those it calls best practices too) or by some of them. From a disk
 * it cannot read style sheets, and the browser reports that it tried: there it finds nothing.
 */
export async function findViolations(page: Page, rules?: string[]): Promise<AxeViolation[]> {
  if (page.url().startsWith('file:')) return []
  const axe = new AxeBuilder({ page }).setLegacyMode()
  // What a page does well is most of an answer, and takes a quarter of its time.
  axe.options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ rule: id, selector: String(target[0]) })))
}

/** In the first light by all rules, in the second by those of color: the others would find the same again. */
export async function findViolationsInLights(
  page: Page,
  chosen: readonly Light[] = lights,
): Promise<AxeViolationInLight[]> {
  const found: AxeViolationInLight[] = []
  for (const light of chosen) {
    await page.emulateMedia({ colorScheme: light, reducedMotion: 'reduce' })
    const violations = await findViolations(page, light === chosen[0] ? undefined : colorRules)
    found.push(...violations.map((violation) => ({ ...violation, light })))
  }
  return found
}
