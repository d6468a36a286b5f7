import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { findCorpora, unpackCorpus } from '../../conformance/unpack-corpus.ts'
import { buildFolder } from '../../e2e/build-folder.ts'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import type { FidelityOptions, Figures } from '../figures.ts'
import { codeCases } from './code-cases.ts'

/** Components of real sites with state, memo and effects: they work where they may run, and are not there where not. */
export async function checkCode({ sites, corpora }: FidelityOptions): Promise<Figures> {
  const archives = findCorpora(corpora, 'corpora-whole')
  await using stack = new AsyncDisposableStack()
  const work = stack.adopt(await mkdtemp(join(tmpdir(), 'bindery-code-')), (path) => rm(path, { recursive: true }))
  const browser = stack.adopt(await launchChromium(), (one) => one.close())
  const figures = { pages: 0, failed: 0, gain: 0, bytes: 0 }
  for (const name of archives === undefined ? [] : Object.keys(codeCases)) {
    if (sites && !sites.includes(name)) continue
    const root = await unpackCorpus(join(archives ?? '', `${name}.tar.gz`), join(work, `whole-${name}`))
    const folder = await narrow(root, join(work, name), Object.keys(codeCases[name] ?? {}))
    figures.gain += await checkOff(folder, figures)
    await checkOn(browser, name, folder, figures)
  }
  return figures
}

/** The pages of the cases, with all that they import, and the site's scripts. */
async function narrow(root: string, folder: string, pages: string[]): Promise<string> {
  const scripts = (await readdir(root)).filter((name) => name.endsWith('.js'))
  for (const path of ['snippets', ...scripts, ...pages.map((page) => `${page}.mdx`)]) {
    await cp(join(root, path), join(folder, path), { recursive: true })
  }
  await writeFile(join(folder, 'docs.json'), JSON.stringify({ name: 'Code', navigation: { pages } }))
  return folder
}

interface Report {
  counts: { pagesWith: Record<string, number> }
  authorCode?: { pages: { bytes: number }[] }
}

async function build(folder: string, out: string, flags: string[]): Promise<Report> {
  const { status, stdout, stderr } = await buildFolder(folder, out, process.env, flags)
  if (status !== 0) throw new Error(`${folder} could not be built: ${stderr || stdout.slice(0, 2000)}`)
  return JSON.parse(await readFile(join(out, '_bindery/report.json'), 'utf8')) as Report
}

/** How many pages the report says would gain. */
async function checkOff(folder: string, figures: Figures): Promise<number> {
  const { counts } = await build(folder, `${folder}.off`, [])
  for (const path of await readdir(`${folder}.off`, { recursive: true })) {
    if (!/\.html$/.test(path) || path.startsWith('_bindery/')) continue
    const html = await readFile(join(`${folder}.off`, path), 'utf8')
    if (!/binderyComponents|<bindery-|_bindery\/code\//.test(html)) continue
    figures.failed += 1
    console.log(`    ${path} holds code of its author though none may run`)
  }
  return counts.pagesWith.browser_code ?? 0
}

async function checkOn(browser: Browser, name: string, folder: string, figures: Figures & { bytes: number }) {
  const report = await build(folder, `${folder}.on`, ['--author-code', 'browser'])
  for (const { bytes } of report.authorCode?.pages ?? []) figures.bytes = Math.max(figures.bytes, bytes)
  await using server = await serveFolder(`${folder}.on`)
  for (const [path, play] of Object.entries(codeCases[name] ?? {})) {
    await using context = await browser.newContext()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await context.route(
      (address) => address.hostname !== '127.0.0.1',
      (route) => route.abort(),
    )
    const page = await context.newPage()
    figures.pages += 1
    try {
      await page.goto(`${server.url}${path}.html`)
      await play(page)
    } catch (error) {
      figures.failed += 1
      console.log(`    ${name}/${path}: ${error instanceof Error ? error.message : error}`)
    }
  }
}
