import type { BrowserContext } from 'playwright-core'
import type { SampledPage } from './sample-pages.ts'
import { visitPage } from './visit-page.ts'

/**
 * Reads the page in a browser that runs no script, and says what cannot be reached there. The context must be one
 * without script; what is asked here comes from outside the page.
 */
export async function checkWithoutScript(context: BrowserContext, base: string, page: SampledPage): Promise<string[]> {
  const visit = await visitPage(context, base, page.file)
  try {
    const lost = await visit.page.locator('body').evaluate((body) => {
      const all = (selector: string) => [...body.querySelectorAll(selector)]
      const named = (element: { textContent: string | null }) =>
        (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)
      const faults: string[] = []
      if (!body.querySelector('article')?.checkVisibility()) faults.push('its text is not shown')
      const dead = all('.search-button, .theme-button').filter((button) => button.checkVisibility())
      if (dead.length > 0) faults.push('a button that needs script is shown')

      // A reader can open every one of these with a click: the browser does it, or a style.
      for (const details of all('details')) details.open = true
      // A page in these modes has no sidebar at this width.
      const without = ':is(.mode-center, .mode-custom) .sidebar'
      const links = all('a[href]:not([href^="#"])').filter((link) => !link.closest(without))
      const seen = new Set<string>()
      const look = () => {
        for (const link of links) if (link.checkVisibility()) seen.add(link.getAttribute('href'))
      }
      look()
      // Outer tabs stand before those inside them. A tab and its panel have the same place.
      const tabsOf = (set: typeof body) => [...set.querySelectorAll(':scope > .tab-list > .tab-label > .tab-radio')]
      const panelsOf = (set: typeof body) => [...set.querySelectorAll(':scope > .tab-panel')]
      for (const radio of all('.tab-radio')) {
        for (let at = radio.closest('.tab-panel'); at; at = at.parentElement.closest('.tab-panel'))
          tabsOf(at.parentElement)[panelsOf(at.parentElement).indexOf(at)].checked = true
        radio.checked = true
        const label = radio.parentElement
        const set = radio.closest('.tabs')
        if (!label.checkVisibility()) faults.push(`the tab “${named(label)}” is not shown`)
        const panel = panelsOf(set)[tabsOf(set).indexOf(radio)]
        if (!panel.checkVisibility()) faults.push(`the tab “${named(label)}” does not open`)
        look()
      }
      const hidden = new Set(links.map((link) => link.getAttribute('href')).filter((href) => !seen.has(href)))
      return [...faults, ...[...hidden].map((href) => `a link to ${href} is never shown`)]
    })
    return lost.map((fault: string) => `${page.file} (without script): ${fault}`)
  } finally {
    await visit.page.close()
  }
}
