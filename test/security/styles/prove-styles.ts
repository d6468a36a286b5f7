import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { buildFolder } from '../../e2e/build-folder.ts'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { mapAtOnce } from '../../support/map-at-once.ts'
import { type Corpus, Tally } from '../corpus.ts'
import { Marks } from '../pages/marks.ts'
import { startTrap, type Trap } from '../pages/start-trap.ts'
import { writeSite } from '../pages/write-site.ts'
import { findLost } from './find-lost.ts'
import { hostileStyles, outsideStyles, phoneStyles } from './hostile-styles.ts'

/** Authors' style sheets take nothing from a reader that he works with, and ask no other host. */
export const styles: Corpus = {
  name: 'styles',
  async run() {
    const work = await mkdtemp(join(tmpdir(), 'bindery-styles-'))
    try {
      await using trap = await startTrap()
      const marks = new Marks(trap.origin)
      const out = join(work, 'site')
      await build(join(work, 'docs'), out, marks)
      const tally = new Tally()
      tally.tried += marks.names.length
      await using browser = await launchChromium()
      await using server = await serveFolder(out)
      await proveCheck(browser, server.url)
      await visitAll(browser, server.url, tally)
      await proveTrap(browser, trap, tally, marks)
      await requireFindings(out)
      return tally
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  },
}

const attempts = Object.entries(hostileStyles)
const routeOf = (index: number) => `p${index}`

/** A page for each attempt, whose rules hold for that page alone, and a page without any. */
async function build(root: string, out: string, marks: Marks): Promise<void> {
  const names = ['index', 'outside', ...[...attempts.keys()].map(routeOf)]
  const page = (title: string) =>
    `---\ntitle: ${title}\n---\n\nSome words about harbors.\n\n## One\n\nText.\n\n## Two\n\nText.\n`
  await writeSite(root, {
    'docs.json': {
      name: 'Site',
      banner: { content: 'News' },
      navbar: { links: [{ label: 'Blog', href: 'https://example.com' }], primary: { label: 'Go', href: '/index' } },
      navigation: { pages: names },
    },
    ...Object.fromEntries(names.map((name) => [`${name}.mdx`, page(name)])),
    ...Object.fromEntries(
      attempts.map(([, css], index) => [`css/${routeOf(index)}.css`, splitTop(css, `/${routeOf(index)}`)]),
    ),
    'css/outside.css': outsideStyles((what) => marks.add(what).url),
  })
  const { status, stdout, stderr } = await buildFolder(root, out)
  if (status !== 0)
    throw new Error(`The hostile site could not be built (${status}): ${stderr || stdout.slice(0, 2000)}`)
}

/** Faces and keyframes belong to no page. */
function splitTop(css: string, path: string): string {
  const top = /@(?:font-face|keyframes gone) \{(?:[^{}]|\{[^}]*\})*\}/g
  const apart = css.match(top) ?? []
  return `${apart.join('\n')}\nhtml[data-current-path="${path}"] {\n${css.replace(top, '')}\n}`
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

async function visitAll(browser: Browser, base: string, tally: Tally): Promise<void> {
  await mapAtOnce(sizes, sizes.length, async (viewport) => {
    await using context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
    const page = await context.newPage()
    const outside: string[] = []
    page.on('request', (request) => {
      if (!/^data:/.test(request.url()) && !request.url().startsWith(base)) outside.push(request.url())
    })
    const clean = await findLost(page, `${base}index.html`)
    if (clean.lost.length > 0) throw new Error(`Without hostile styles a reader misses: ${clean.lost.join('; ')}`)
    for (const [index, [name]] of [...attempts, ['ask other hosts', ''] as const].entries()) {
      if (viewport.width < 1024 && index < attempts.length && !phoneStyles.has(name)) continue
      const route = index < attempts.length ? routeOf(index) : 'outside'
      const { lost } = await findLost(page, `${base}${route}.html`, clean.contrasts)
      tally.check(lost.length === 0, `${name} at ${viewport.width}: ${lost.join('; ')}`)
    }
    tally.check(outside.length === 0, `asked other hosts: ${[...new Set(outside)].slice(0, 5).join(', ')}`)
  })
}

/** A check that finds nothing wrong with a page whose buttons are gone would prove nothing. */
async function proveCheck(browser: Browser, base: string): Promise<void> {
  await using context = await browser.newContext({ viewport: sizes[0] ?? null, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const rules = [
    '.theme-button{display:none!important}',
    '.site-header{opacity:0!important}',
    '.search-button{pointer-events:none!important}',
  ]
  for (const rule of rules) {
    const { lost } = await findLost(page, `${base}index.html`, undefined, `@layer controls{html ${rule}}`)
    if (lost.length === 0) throw new Error(`The check does not notice ${rule}`)
  }
}

async function proveTrap(browser: Browser, trap: Trap, tally: Tally, marks: Marks): Promise<void> {
  for (const path of trap.asked) tally.escapes.push(`asked: ${marks.nameOf(Number(path.slice(1)))}`)
  trap.asked.clear()
  await using context = await browser.newContext()
  const page = await context.newPage()
  await page.setContent(`<style>body{background:url(${trap.origin}/0)}</style>`)
  await page.waitForLoadState('networkidle')
  if (trap.asked.size === 0) throw new Error('The trap does not notice a request of a style.')
}

/** Whoever wrote such a rule is told. */
async function requireFindings(out: string): Promise<void> {
  const report = JSON.parse(await readFile(join(out, '_bindery/report.json'), 'utf8')) as {
    findings: { code: string; file: string }[]
  }
  const told = report.findings.filter(({ code, file }) => code === 'refused_style' && file === 'css/outside.css')
  if (told.length < 15) throw new Error(`The report names only ${told.length} rules that were left out.`)
}
