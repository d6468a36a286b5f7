import type { BrowserContext, Page } from 'playwright-core'
import { checkSearch } from './check-search.ts'
import { countViolations, type Violations } from './count-violations.ts'
import type { SampledPage } from './sample-pages.ts'
import { type Visit, visitPage } from './visit-page.ts'

/** One of the ways in which readers come to a site. */
export interface Way {
  name: string
  /** Where the site begins, with a slash at its end. */
  base: string
  /** The markup is the same in every way: axe reads it in one. */
  hasAxe?: boolean
}

export interface PageOutcome extends Violations {
  /** Each once, with the ways that have it. */
  faults: string[]
}

interface VisitOutcome extends PageOutcome {
  text: string
}

/** Opens the page in all of the ways at once, and says what is not as it should be. */
export async function checkPage(context: BrowserContext, ways: Way[], page: SampledPage): Promise<PageOutcome> {
  const visits = await Promise.all(ways.map((way) => checkVisit(context, way, page).catch(failed)))
  const faults = new Map<string, string[]>()
  for (const [index, { name, base }] of ways.entries()) {
    for (const fault of visits[index]?.faults ?? []) {
      const said = fault.replaceAll(base, '')
      faults.set(said, [...(faults.get(said) ?? []), name])
    }
  }
  const texts = new Set(visits.map(({ text }) => text))
  if (texts.size > 1)
    faults.set(
      'its text is not the same in every way',
      [...texts].map((text) => `“${text.slice(0, 40)}…”`),
    )
  return {
    faults: [...faults].map(([fault, names]) => `${page.file} (${names.join(', ')}): ${fault}`),
    own: visits.flatMap(({ own }) => own),
    author: visits.flatMap(({ author }) => author),
  }
}

function failed(error: Error): VisitOutcome {
  return { faults: [error.message], text: '', own: [], author: [] }
}

async function checkVisit(
  context: BrowserContext,
  { base, hasAxe }: Way,
  expected: SampledPage,
): Promise<VisitOutcome> {
  const visit = await visitPage(context, base, expected.file)
  try {
    const text = squeeze((await visit.page.locator('article').first().textContent()) ?? '')
    const faults = [...(await checkReading(visit, expected, text)), ...(await checkHosts(visit, expected))]
    const search = await checkSearch(visit.page, expected)
    const violations = hasAxe ? await countViolations(visit.page, expected) : { own: [], author: [] }
    return { text, faults: [...faults, ...search, ...visit.faults], ...violations }
  } finally {
    await visit.page.close()
  }
}

async function checkReading(
  { page }: Visit,
  { title, words, isIncomplete }: SampledPage,
  text: string,
): Promise<string[]> {
  const faults: string[] = []
  const named = await page.title()
  if (title !== undefined && !squeeze(named).startsWith(squeeze(title)))
    faults.push(`it is called “${named}”, not “${title}”`)
  const heading = page.locator('.page-header h1')
  if (
    title !== undefined &&
    (await heading.count()) > 0 &&
    squeeze((await heading.textContent()) ?? '') !== squeeze(title)
  ) {
    faults.push(`its heading is “${await heading.textContent()}”, not “${title}”`)
  }
  if (words !== undefined && !text.includes(squeeze(words))) faults.push(`it does not say “${words}”`)
  if (text === '' && !isIncomplete) faults.push('it says nothing')
  if ((await page.locator('html.js').count()) === 0) faults.push('its script did not run')
  if (await hasWideHyphens(page)) faults.push('a table has hyphens as wide as digits')
  return faults
}

/** Digits of one width come with a hyphen of that width: “Speech - to - text”. */
function hasWideHyphens(page: Page): Promise<boolean> {
  return page.evaluate(`[...document.querySelectorAll('.prose td')].some((cell) => {
    const { fontVariantNumeric, textAlign } = getComputedStyle(cell)
    return fontVariantNumeric.includes('tabular-nums') && textAlign !== 'right'
  })`)
}

/** What is asked late, by a frame or a film, is waited for; what nobody announced has been asked by then as well. */
async function checkHosts({ page, outsideHosts }: Visit, { hosts }: SampledPage): Promise<string[]> {
  const missing = () => hosts.filter((host) => !outsideHosts.has(host))
  if (missing().length > 0) await page.waitForRequest(() => missing().length === 0, { timeout: 10_000 }).catch(() => {})
  return [
    ...missing().map((host) => `the report names ${host}, which was not asked`),
    ...[...outsideHosts]
      .filter((host) => !hosts.includes(host))
      .map((host) => `${host} was asked, which the report does not name`),
  ]
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
