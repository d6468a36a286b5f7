import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { findCorpora, unpackCorpus } from '../../conformance/unpack-corpus.ts'
import { buildFolder } from '../../e2e/build-folder.ts'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { corporaNames, type FidelityOptions, type Figures } from '../figures.ts'
import { checkClasses } from './check-classes.ts'
import { findModeFaults } from './expect-mode.ts'
import { measurePage, readPageClasses } from './measure-page.ts'
import { listAuthorClasses, narrowSource, type SourcePage } from './read-source.ts'
import { writeSmallSite } from './small-site.ts'

const widths = [1440, 390]
const leastShare = 0.99

interface Counted {
  pages: number
  used: number
  ruled: number
  faults: string[]
  /** Names without a rule, by how many pages have them. */
  without: Map<string, number>
}

/**
 * Pages of every mode in Chromium: what is around their content and what is not. And of the class names on them that a
 * compiler of utility classes or the author's own style sheets know, the share that has a rule in the page.
 */
export async function checkModes(options: FidelityOptions): Promise<Figures> {
  await using stack = new AsyncDisposableStack()
  const work = stack.adopt(await mkdtemp(join(tmpdir(), 'bindery-modes-')), (path) => rm(path, { recursive: true }))
  const browser = stack.adopt(await launchChromium(), (one) => one.close())
  const isUtility = await loadOracle()
  const counted: Counted = { pages: 0, used: 0, ruled: 0, faults: [], without: new Map() }
  for await (const [name, root] of openSites(work, options)) {
    await checkSite({ browser, name, root, out: join(work, `${name}.site`), most: options.pages, isUtility }, counted)
  }
  const classShare = counted.used === 0 ? 0 : counted.ruled / counted.used
  if (classShare < leastShare) counted.faults.push(`${(classShare * 100).toFixed(1)} % of the classes have a rule`)
  const often = [...counted.without].sort(([, one], [, other]) => other - one).slice(0, 20)
  if (often.length > 0)
    console.log(`    without a rule: ${often.map(([name, pages]) => `${name} (${pages})`).join(', ')}`)
  for (const fault of counted.faults) console.log(`    ${fault}`)
  return {
    pages: counted.pages,
    failed: counted.faults.length,
    classShare: Number(classShare.toFixed(4)),
    classes: counted.used,
  }
}

async function* openSites(work: string, { sites, corpora }: FidelityOptions): AsyncGenerator<[string, string]> {
  const folder = findCorpora(corpora, 'corpora-whole')
  for (const name of sites ?? ['small', ...(folder === undefined ? [] : corporaNames)]) {
    if (name === 'small') yield [name, await writeSmallSite(work)]
    else yield [name, await unpackCorpus(join(folder ?? '', `${name}.tar.gz`), join(work, name))]
  }
}

interface Site {
  browser: Browser
  name: string
  root: string
  out: string
  /** Pages to look at. */
  most: number
  isUtility(names: string[]): Set<string>
}

async function checkSite({ browser, name, root, out, most, isUtility }: Site, counted: Counted): Promise<void> {
  const pages = await narrowSource(root)
  const ofAuthor = await listAuthorClasses(root)
  const { status, stdout, stderr } = await buildFolder(root, out)
  if (status !== 0) throw new Error(`${name} could not be built: ${stderr || stdout.slice(0, 2000)}`)
  await using server = await serveFolder(out)
  if (name === 'small') counted.faults.push(...(await checkClasses(browser, server.url)))
  const { footer } = JSON.parse(await readFile(join(root, 'docs.json'), 'utf8')) as { footer?: object }
  const chosen = choosePages(
    pages.filter(({ path }) => existsSync(join(out, path))),
    most,
  )
  for (const width of widths) {
    await using context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.route(
      (address) => address.hostname !== '127.0.0.1',
      (route) => route.abort(),
    )
    for (const { path, mode } of chosen) {
      await page.goto(`${server.url}${path}`, { waitUntil: 'load' })
      const screen = { mode, width, hasFooter: footer !== undefined }
      const faults = findModeFaults(await measurePage(page), screen)
      counted.faults.push(...faults.map((fault) => `${name}/${path} (${mode}, ${width} px): ${fault}`))
      if (width === widths[0]) await countClasses(page, ofAuthor, isUtility, counted)
    }
  }
  counted.pages += chosen.length
}

/** Of each mode as many as there are, up to a fifth; the rest are pages with classes, from all over the site. */
function choosePages(pages: SourcePage[], most: number): SourcePage[] {
  const modes = Object.values(Object.groupBy(pages, ({ mode }) => mode))
  const ofModes = modes.flatMap((some = []) => spread(some, Math.ceil(most / 5)))
  const others = pages.filter((page) => page.hasClasses && !ofModes.includes(page))
  return [...ofModes, ...spread(others, Math.max(0, most - ofModes.length))]
}

function spread<Item>(items: Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most)
  return most === 0 ? [] : items.filter((_, index) => Math.floor(index % step) === 0).slice(0, most)
}

async function countClasses(page: Page, ofAuthor: Set<string>, isUtility: Site['isUtility'], counted: Counted) {
  const { used, ruled } = await readPageClasses(page)
  const utilities = isUtility(used)
  for (const name of used) {
    if (!utilities.has(name) && !ofAuthor.has(name)) continue
    counted.used += 1
    if (ruled.includes(name)) counted.ruled += 1
    else counted.without.set(name, (counted.without.get(name) ?? 0) + 1)
  }
}

/** The compiler as its own documentation starts it, without anything of ours. */
async function loadOracle(): Promise<Site['isUtility']> {
  const require = createRequire(import.meta.url)
  const system = await loadDesignSystem('@import "tailwindcss/theme.css";@tailwind utilities;', {
    loadStylesheet: async (path) => ({ path, base: '/', content: await readFile(require.resolve(path), 'utf8') }),
  })
  return (names) => {
    const rules = system.candidatesToCss(names)
    // What asks for a file has no rule, as the small site checks.
    return new Set(names.filter((name, index) => rules[index] !== null && !name.includes('url(')))
  }
}
