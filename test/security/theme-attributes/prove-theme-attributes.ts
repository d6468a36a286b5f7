import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Locator, Page } from 'playwright-core'
import { buildFolder } from '../../e2e/build-folder.ts'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { evaluateOnRoot, type OnRoot } from '../../support/evaluate-on-root.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { mapAtOnce } from '../../support/map-at-once.ts'
import { serveAsHost } from '../../support/serve-as-host.ts'
import { type Corpus, type Size, Tally } from '../corpus.ts'
import { findLiveMarkup } from '../pages/find-live-markup.ts'
import { seeEverything } from '../pages/open-everything.ts'
import { type SiteFiles, writeSite } from '../pages/write-site.ts'
import { componentSite, hostileSite, planted, reproducedSite } from './hostile-site.ts'
import { readThemeNames, type ThemeNames } from './read-theme-names.ts'

/** How many of the hostile values are tried, by size. */
const valueCounts: Record<Size, number> = { gate: 1, full: Number.POSITIVE_INFINITY }

/**
 * An author's element never passes for one of the theme: none has an attribute that the theme's scripts read, and no script
 * of the author's runs when a reader uses a page, on a plain server, on the host and from a disk.
 */
export function createThemeAttributes(size: Size): Corpus {
  return {
    name: 'theme-attributes',
    async run() {
      const tally = new Tally()
      const names = await readThemeNames()
      const work = await mkdtemp(join(tmpdir(), 'bindery-attributes-'))
      try {
        await using browser = await launchChromium()
        const sites = {
          reproduced: reproducedSite(),
          hostile: hostileSite(names, valueCounts[size]),
          components: componentSite(names),
        }
        for (const [site, files] of Object.entries(sites)) {
          const flags = site === 'components' ? ['--author-code', 'browser'] : []
          const out = await build(join(work, site), files, flags)
          await proveSite({ browser, names, out, tally, site })
        }
        return tally
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    },
  }
}

async function build(root: string, files: SiteFiles, flags: string[]): Promise<string> {
  await writeSite(root, files)
  const out = `${root}.site`
  const { status, stderr, stdout } = await buildFolder(root, out, process.env, flags)
  if (status !== 0) throw new Error(`A hostile site was not built (${status}): ${stderr || stdout.slice(0, 2000)}`)
  const pages = await readdir(out)
  const missing = Object.keys(files).find(
    (path) => !pages.includes(path.replace(/\.mdx?$/, '.html')) && /\.mdx?$/.test(path),
  )
  if (missing) throw new Error(`${missing} was not rendered, so what is on it was not tried.`)
  // An author can publish a file under nearly any name.
  for (const name of ['evil.txt', '{}', '[]', '1']) await writeFile(join(out, name), String(files['evil.txt']))
  return out
}

interface Attack {
  browser: Browser
  names: ThemeNames
  out: string
  tally: Tally
  site: string
}

async function proveSite(attack: Attack): Promise<void> {
  const { out, tally, site } = attack
  const pages = (await readdir(out)).filter((name) => name.endsWith('.html') && name !== '404.html')
  await findReserved(attack, pages)
  await using plain = await serveFolder(out)
  await using host = await serveAsHost(out)
  const ways = { 'a plain server': plain.url, 'the host': host.url, 'a disk': `${pathToFileURL(out)}/` }
  for (const [way, url] of Object.entries(ways)) {
    await mapAtOnce(pages, 2, async (name) => {
      const escapes = await openPage(attack, url + name)
      tally.tried += 1
      for (const what of escapes) tally.escapes.push(`${site} on ${way}, ${name}: ${what.replace(url, '')}`)
    })
  }
}

/** In the pages as they were written: scripts mark links and pictures of authors later. */
async function findReserved({ browser, names, out, tally, site }: Attack, pages: string[]): Promise<void> {
  await using page = await browser.newPage()
  for (const name of pages) {
    const html = JSON.stringify(await readFile(join(out, name), 'utf8'))
    const root = `new DOMParser().parseFromString(${html}, 'text/html')`
    const { all, inArticle, reserved } = await page.evaluate<Found>(listReserved(names, root))
    if (inArticle === 0 && /^(?:jsx|html|api|clobber)/.test(name)) throw new Error(`${name} has nothing of its author.`)
    tally.tried += all
    if (reserved.length > 0) tally.escapes.push(`${site}, ${name}: an author's element has ${reserved}`)
  }
}

interface Found {
  all: number
  inArticle: number
  reserved: string[]
}

/** A script that looks at the author's elements below a root. */
function listReserved({ attributes }: ThemeNames, root: string): string {
  return `{
    const elements = [...${root}.querySelectorAll('[title="${planted}"]')]
    const reserved = elements.flatMap((element) => ${JSON.stringify(attributes)}.filter((name) => element.hasAttribute(name)))
    const inArticle = elements.filter((element) => element.closest('article')).length
    ;({ all: elements.length, inArticle, reserved: [...new Set(reserved)] })
  }`
}

/** Whatever runs, or would at a touch, while a reader uses the page. */
async function openPage({ browser, names }: Attack, address: string): Promise<Set<string>> {
  const escapes = new Set<string>()
  // The policy of a page is the second fence; here the renderer has to hold alone.
  await using context = await browser.newContext({ bypassCSP: true })
  await context.exposeFunction('__pwned', (what: string) => escapes.add(`ran ${what}`))
  await context.addInitScript(seeEverything)
  const page = await context.newPage()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script' && !/\/_bindery\/[\w/-]+\.js$/.test(pathname))
      escapes.add(`loaded as a script: ${request.url()}`)
  })
  await page.goto(address, { waitUntil: 'load' })
  // A page that leads its reader away, or whose controls do not answer, has been taken over as well.
  await usePage(page, names, escapes).catch((error) => escapes.add(String(error).slice(0, 200)))
  return escapes
}

async function usePage(page: Page, names: ThemeNames, escapes: Set<string>): Promise<void> {
  // An author can write neither a dialog nor an element of the body itself.
  const dialog = page.locator('dialog.search-dialog[open]')
  const closeDialogs = () => page.evaluate(`for (const dialog of document.querySelectorAll('dialog')) dialog.close()`)
  await page.keyboard.press('/')
  if (await isShown(dialog)) {
    await dialog.locator('input').fill('x')
    await dialog.locator('.search-results a, .search-status:not(:empty)').first().waitFor()
  } else escapes.add('the search did not open')
  await closeDialogs()
  await page.keyboard.press('?')
  await closeDialogs()
  for (const control of ['.search-button', '.theme-button']) {
    await page.locator(`body > header button${control}`).click()
    await closeDialogs()
  }
  if ((await page.locator('script[src*="diagrams-"]').count()) > 0) await isShown(page.locator('.diagram-view').first())
  await evaluateOnRoot(page, touchEverything)
  // Rules for the class names of a page are the page's own style.
  for (const what of await findLiveMarkup(page)) if (!what.startsWith('style: <style>@layer author')) escapes.add(what)
  // What a page gives to a component in the browser.
  const root = `(document.querySelector('bindery-island') ?? new DocumentFragment())`
  const { reserved } = await page.evaluate<Found>(listReserved(names, root))
  if (reserved.length > 0) escapes.add(`a component in the browser has ${reserved}`)
}

function isShown(locator: Locator): Promise<boolean> {
  return locator.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  )
}

/** Each element that an author wrote, and each control, meets every event that the scripts listen for. */
const touchEverything: OnRoot<void> = async (root) => {
  const document = root.ownerDocument
  const window = document.defaultView
  const hosts = [...document.querySelectorAll('*')].filter((element) => element.shadowRoot !== null)
  const trees = [document, ...hosts.map((host) => host.shadowRoot)]
  // After the listeners of the theme: no link leads away from the page.
  window.addEventListener('click', (event: { preventDefault(): void }) => event.preventDefault())
  const events = ['pointerover', 'focusin', 'pointerdown', 'click', 'change', 'toggle', 'keydown']
  for (const tree of trees) {
    for (const element of tree.querySelectorAll('[title="planted"], button, summary, a, input, select, label')) {
      for (const type of events) {
        const event = new window.Event(type, { bubbles: true, cancelable: true, composed: true })
        element.dispatchEvent(Object.assign(event, type === 'keydown' ? { key: 'Enter' } : {}))
      }
    }
  }
  await new Promise((done) => window.setTimeout(done, 200))
}
