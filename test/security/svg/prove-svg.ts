import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { unpackBundle } from '../../support/unpack-bundle.ts'
import { type Corpus, Tally } from '../corpus.ts'
import { completeSites, type SiteFiles } from '../export-sites.ts'
import { Marks } from '../pages/marks.ts'
import { openEverything } from '../pages/open-everything.ts'
import { startTrap, type Trap } from '../pages/start-trap.ts'
import { writeSite } from '../pages/write-site.ts'
import type { World } from '../prepare-world.ts'
import { readBundle } from '../run-exports.ts'
import { goodDrawings } from './good-drawings.ts'
import { hostileDrawings } from './hostile-drawings.ts'

/** Files of drawings that would run or load something are served nowhere, and whatever is served does neither. */
export const svg: Corpus = {
  name: 'svg',
  async run(world) {
    const tally = new Tally()
    await using trap = await startTrap()
    const marks = new Marks(trap.origin)
    const hostile = hostileDrawings.map((render, index) => render(marks.add(`hostile drawing ${index}`)))
    const [end] = await completeSites(world, 'svg', [makeSite(hostile)])
    const folder = join(world.folder, 'svg')
    const files = unpackBundle(await readBundle(world, end?.jobId ?? ''), folder)
    for (const page of Object.keys(inlinePages(hostile))) requireFile(files, page.replace('.mdx', '.html'))
    const findings = await readFindings(world, end?.jobId ?? '')
    for (const [index, bytes] of hostile.entries()) {
      const carried = [...files].find(([, content]) => content.equals(Buffer.from(bytes)))?.[0]
      tally.check(carried === undefined, `hostile drawing ${index} is in the bundle as ${carried}`)
      tally.check(findings.includes(`hostile/${index}.svg`), `the report does not name hostile drawing ${index}`)
    }
    await using browser = await launchChromium()
    await proveHostile(browser, join(world.folder, 'raw'), hostile, trap)
    await openBundle(browser, folder, [...files.keys()], { marks, trap, tally })
    return tally
  },
}

/** A page that shows and offers every drawing, and pages that have them in their text. */
function makeSite(hostile: readonly (string | Uint8Array)[]): SiteFiles {
  const names = [...hostile.keys()].map((index) => `hostile/${index}.svg`)
  const shown = [...names, ...Object.keys(goodDrawings).map((name) => `good/${name}.svg`)]
  const lines = shown.map((name) => `![x](/${name}) [x](/${name})`)
  const docs = { name: 'Site', logo: '/hostile/0.svg', favicon: '/hostile/1.svg', navigation: { pages: ['index'] } }
  return {
    'docs.json': JSON.stringify(docs),
    'index.mdx': `---\ntitle: Drawings\n---\n\n${lines.join('\n\n')}\n`,
    ...Object.fromEntries(hostile.map((bytes, index) => [`hostile/${index}.svg`, Buffer.from(bytes)])),
    ...Object.fromEntries(Object.entries(goodDrawings).map(([name, text]) => [`good/${name}.svg`, text])),
    ...inlinePages(hostile),
  }
}

/** Ten on a page: those that are markup to a reader of MDX too. A page that cannot be read would try none of them. */
function inlinePages(hostile: readonly (string | Uint8Array)[]): SiteFiles {
  const markup = hostile.filter(
    (rendering) => typeof rendering === 'string' && /^<(?!.*(?:<[!?_]|[{}]|<g>$))\w/s.test(rendering),
  )
  const pages: [string, string][] = []
  for (let from = 0; from < markup.length; from += 10) {
    const drawings = markup.slice(from, from + 10).map((rendering) => String(rendering).replaceAll('\n', ' '))
    pages.push([`inline/${from}.mdx`, `# Inline\n\n${drawings.join('\n\n')}\n`])
  }
  return Object.fromEntries(pages)
}

function requireFile(files: ReadonlyMap<string, Buffer>, path: string): void {
  if (!files.has(path)) throw new Error(`${path} was not rendered, so what is on it was not tried.`)
}

async function readFindings({ send, service, tenant }: World, jobId: string): Promise<string> {
  const url = `${service.url}/v1/static-export/jobs/${jobId}/report`
  const { body } = await send({ url, key: tenant.key })
  return JSON.stringify([body.findings, body.advice])
}

const ways = (name: string) => `<img src="/${name}"><object data="/${name}"></object>`

/** Served as they are, most of them do run or load something in this browser; else their absence would mean nothing. */
async function proveHostile(browser: Browser, folder: string, hostile: readonly (string | Uint8Array)[], trap: Trap) {
  const pages: Record<string, string> = {}
  for (const index of hostile.keys()) {
    const page = `${Math.floor(index / 20)}.html`
    pages[page] = `${pages[page] ?? ''}<iframe src="${index}.svg"></iframe>`
  }
  await writeSite(folder, { ...pages, ...Object.fromEntries(hostile.map((bytes, index) => [`${index}.svg`, bytes])) })
  await using server = await serveFolder(folder)
  trap.asked.clear()
  const { ran } = await openEverything(
    browser,
    Object.keys(pages).map((page) => server.url + page),
  )
  const loaded = [...trap.asked].map((path) => Number.parseInt(path.slice(1), 10))
  const live = new Set([...ran, ...loaded].filter((id) => id >= 0))
  if (live.size < 60)
    throw new Error(`Only ${live.size} of ${hostile.length} hostile drawings do anything: ${[...live]}.`)
}

interface Watch {
  marks: Marks
  trap: Trap
  tally: Tally
}

async function openBundle(browser: Browser, folder: string, paths: string[], { marks, trap, tally }: Watch) {
  const drawings = paths.filter((path) => path.endsWith('.svg'))
  await writeSite(folder, { 'all.html': drawings.map(ways).join('\n') })
  await using server = await serveFolder(folder)
  trap.asked.clear()
  const opened = [...drawings, 'all.html', ...paths.filter((path) => path.endsWith('.html'))]
  const { ran, seen } = await openEverything(
    browser,
    opened.map((path) => server.url + path),
  )
  tally.tried += opened.length
  // What is live markup on a page is part of a drawing, and the page of all drawings is ours.
  const live = seen.filter((what) => !/^\S+(?:\.svg|all\.html): (?!a dialog|a window)/.test(what))
  tally.escapes.push(...[...ran].map((id) => `ran: ${marks.nameOf(id)}`), ...live)
  tally.escapes.push(...[...trap.asked].map((path) => `asked: ${marks.nameOf(Number.parseInt(path.slice(1), 10))}`))
  await checkGood(browser, server.url, drawings, tally)
}

/** A picture that cannot be read has no size. */
async function checkGood(browser: Browser, base: string, drawings: string[], tally: Tally): Promise<void> {
  await using context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${base}all.html`)
  for (const name of Object.keys(goodDrawings)) {
    const path = drawings.find((one) => one === `good/${name}.svg`)
    const width = await page.locator(`img[src="/${path}"]`).evaluateAll(([image]) => image?.naturalWidth ?? 0)
    tally.check(width > 0, `the good drawing “${name}” is not shown`)
  }
}
