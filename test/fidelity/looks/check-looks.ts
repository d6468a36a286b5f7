import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { findCorpora } from '../../conformance/unpack-corpus.ts'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { prepareSites } from '../../e2e/site/prepare-sites.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import type { FidelityOptions, Figures } from '../figures.ts'
import { findHeaderFault } from './find-header-fault.ts'
import { compareFingerprints, type Fingerprint, isChanged, takeFingerprint } from './fingerprint.ts'
import { type Look, listLooks, nameLook } from './pages.ts'
import { type ChangedLook, renderChanges } from './render-changes.ts'

const references = resolve(import.meta.dirname, 'references.json')
// Pictures stay on the machine: they show other people's sites.
const folder = resolve(import.meta.dirname, '../../../.dev/looks')
const tallest = 2400

/**
 * Pages of real sites as a reader sees them, compared with the last ones that were looked at and accepted. A change is no
 * failure: it is shown, for somebody to look at. With `accept` what is seen now is the reference from then on.
 */
export async function checkLooks({ sites, corpora, accept = false }: FidelityOptions): Promise<Figures> {
  await using stack = new AsyncDisposableStack()
  const work = stack.adopt(await mkdtemp(join(tmpdir(), 'bindery-looks-')), (path) => rm(path, { recursive: true }))
  const archives = findCorpora(corpora, 'corpora-whole')
  if (archives === undefined)
    throw new Error('There are no sites to look at. Name a folder of archives: --corpora DIR.')
  const looks = listLooks(sites)
  const browser = stack.adopt(await launchChromium(), (one) => one.close())
  await mkdir(join(folder, 'before'), { recursive: true })
  await mkdir(join(folder, 'now'), { recursive: true })
  const before = JSON.parse(await readFile(references, 'utf8')) as Record<string, Fingerprint>
  const now: Record<string, Fingerprint> = {}
  const faults: string[] = []
  for await (const site of prepareSites(work, archives, [...new Set(looks.map((look) => look.site))])) {
    await using server = await serveFolder(site.out)
    for (const look of looks.filter((one) => one.site === site.name)) {
      const seen = await seePage(browser, server.url, look)
      if (typeof seen === 'string') faults.push(`${nameLook(look)}: ${seen}`)
      else now[nameLook(look)] = seen
    }
  }
  const changed = listChanged(before, now)
  await writeFile(join(folder, 'index.html'), renderChanges(changed))
  for (const { name, share } of changed) console.log(`    changed ${(share * 100).toFixed(0).padStart(3)} %  ${name}`)
  for (const fault of faults) console.log(`    ${fault}`)
  console.log(`    Side by side: ${join(folder, 'index.html')}`)
  if (accept) await acceptLooks({ ...before, ...now }, Object.keys(now))
  return { pages: Object.keys(now).length, failed: faults.length, changed: changed.length }
}

/** Takes its picture, and its fingerprint; or says what is wrong with it whatever it looks like. */
async function seePage(browser: Browser, url: string, look: Look): Promise<Fingerprint | string> {
  const { path, width, colorScheme } = look
  await using context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.route(
    (address) => address.hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
  const page = await context.newPage()
  const response = await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
  if (!response?.ok()) return `answers ${response?.status()}`
  // A reader's first page shows the fallback until the fonts are there.
  await page.reload({ waitUntil: 'networkidle' })
  await loadPictures(page)
  const size = await page.locator('html').evaluate((html) => ({ height: html.scrollHeight, width: html.scrollWidth }))
  // In a window as high as the picture: a clip of a page of 90,000 px leaves the compositor without a frame, and never ends.
  await page.setViewportSize({ width, height: Math.min(size.height, tallest) })
  const png = await page.screenshot({ path: join(folder, 'now', `${nameLook(look)}.png`), timeout: 120_000 })
  if (size.width > width) return `is ${size.width} px wide in a window of ${width}`
  const fault = await findHeaderFault(page)
  if (fault !== undefined) return fault
  // Away from the page's policy, which lets no script of ours in.
  await page.goto('about:blank')
  return await takeFingerprint(page, png, size.height)
}

/** Those too that wait until somebody scrolls to them. */
async function loadPictures(page: Page): Promise<void> {
  await page.locator('img').evaluateAll((pictures) => {
    for (const picture of pictures) picture.setAttribute('loading', 'eager')
  })
  await page.waitForLoadState('networkidle')
}

function listChanged(before: Record<string, Fingerprint>, now: Record<string, Fingerprint>): ChangedLook[] {
  return Object.entries(now).flatMap(([name, after]) => {
    const known = before[name]
    const share = known ? compareFingerprints(known, after) : 1
    return isChanged(share) ? [{ name, share, heightBefore: known?.height, heightNow: after.height }] : []
  })
}

async function acceptLooks(all: Record<string, Fingerprint>, names: string[]): Promise<void> {
  const known = listLooks(undefined).map(nameLook)
  const kept = Object.entries(all).filter(([name]) => known.includes(name))
  const sorted = Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1)))
  await writeFile(references, `${JSON.stringify(sorted, null, 2)}\n`)
  for (const name of names) {
    await writeFile(join(folder, 'before', `${name}.png`), await readFile(join(folder, 'now', `${name}.png`)))
  }
}
