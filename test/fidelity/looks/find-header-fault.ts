import type { Page } from 'playwright-core'

/** What stands in the header has room there: nothing lies on something else, and no logo is cut. */
export async function findHeaderFault(page: Page): Promise<string | undefined> {
  const boxes = await page.locator('.site-header-row > *').evaluateAll((parts) =>
    parts.map((part) => {
      const { left, right } = part.getBoundingClientRect()
      const insides = [...part.querySelectorAll('img, summary')].map((one) => one.getBoundingClientRect().right)
      return { name: part.className, left, right, furthest: Math.max(right, ...insides) }
    }),
  )
  const shown = boxes.filter(({ left, right }) => right > left).sort((one, other) => one.left - other.left)
  for (const [at, { name, furthest }] of shown.entries()) {
    const next = shown[at + 1]
    // Half a pixel is rounding.
    if (next && furthest > next.left + 0.5) return `has a header in which “${name}” lies on “${next.name}”`
  }
  return undefined
}
