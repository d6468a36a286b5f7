import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findCorpora, unpackCorpus } from '../../conformance/unpack-corpus.ts'
import { startDev } from '../../support/start-dev.ts'
import { median } from '../poll/load.ts'
import { makePlainPages, writeDocsSite } from '../site/make-plain-site.ts'
import { readSources } from '../site/read-sources.ts'
import { openTab } from './open-tab.ts'

// What a person takes for at once, and for soon.
const bars = { pageMs: 200, configMs: 1000 }
const madePages = 4800

/** `npm run bench -- dev [--saves 20]`: from a save to the new text in the browser's hands, on a site of 4,800 pages. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { corpora: { type: 'string' }, saves: { type: 'string', default: '20' } },
  })
  const work = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    const { root, page } = await prepareSite(values.corpora, work)
    const startedAt = performance.now()
    await using server = await startDev(root)
    await loadPage(server.url, page.path)
    const firstPageMs = performance.now() - startedAt
    const pageTimes = await savePage(server.url, root, page, Number(values.saves))
    const configTimes = await saveConfig(server.url, root, page, Number(values.saves))
    return report(firstPageMs, pageTimes, configTimes)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

interface Page {
  file: string
  path: string
}

/** The largest corpus where there is one, else as many pages made from plain Markdown. */
async function prepareSite(corpora: string | undefined, work: string): Promise<{ root: string; page: Page }> {
  const folder = findCorpora(corpora)
  const root = join(work, 'site')
  if (folder) {
    const unpacked = await unpackCorpus(join(folder, 'wandb.tar.gz'), root)
    return { root: unpacked, page: { file: 'get-started.mdx', path: '/get-started' } }
  }
  const pages = makePlainPages(await readSources(undefined, work), madePages)
  await writeDocsSite(pages, root)
  return { root, page: { file: `${pages[0]?.path}.md`, path: `/${pages[0]?.path}` } }
}

/** Milliseconds of each save: the file is written, the browser is told, and has the page with the new words in it. */
async function savePage(url: string, root: string, { file, path }: Page, saves: number): Promise<number[]> {
  const source = await readFile(join(root, file), 'utf8')
  return timeSaves(url, path, saves, async (words) => {
    await writeFile(join(root, file), `${source}\n\n${words}\n`)
  })
}

async function saveConfig(url: string, root: string, { path }: Page, saves: number): Promise<number[]> {
  const config = JSON.parse(await readFile(join(root, 'docs.json'), 'utf8'))
  return timeSaves(url, path, saves, async (words) => {
    await writeFile(join(root, 'docs.json'), JSON.stringify({ ...config, name: words }))
  })
}

async function timeSaves(url: string, path: string, saves: number, save: (words: string) => Promise<void>) {
  const times: number[] = []
  for (let round = 1; round <= saves; round++) {
    const words = `Saved for the ${round}th time`
    const { reloaded } = await openTab(url, path)
    const startedAt = performance.now()
    await save(words)
    await reloaded
    if (!(await loadPage(url, path)).includes(words)) throw new Error(`${path} does not show what was saved.`)
    times.push(performance.now() - startedAt)
  }
  return times
}

async function loadPage(url: string, path: string): Promise<string> {
  return (await fetch(url + path)).text()
}

function report(firstPageMs: number, pageTimes: number[], configTimes: number[]): boolean {
  console.log(`from the command to its first page: ${firstPageMs.toFixed(0)} ms`)
  for (const [name, times] of Object.entries({ 'a page': pageTimes, 'docs.json': configTimes })) {
    const worst = Math.max(...times)
    console.log(
      `${name}, saved ${times.length} times: median ${median(times).toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
    )
  }
  const figures = { pageMs: median(pageTimes), configMs: median(configTimes), firstPageMs }
  const missed = Object.entries(bars).filter(([name, bar]) => figures[name as keyof typeof bars] >= bar)
  for (const [name, bar] of missed) console.log(`${name} is not under its bar of ${bar}.`)
  console.log(JSON.stringify(figures))
  return missed.length === 0
}
