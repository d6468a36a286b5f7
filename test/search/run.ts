/**
 * `npm run search [-- --sites NAME,NAME] [--corpora DIR] [--misses]`: 300 judged queries over six real sites, typed into the
 * search of the built site in Chromium, and MiniSearch on the same pages. The last line has the figures; `before` has
 * those of the ranking that these queries were first run on.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { findCorpora, unpackCorpus } from '../conformance/unpack-corpus.ts'
import { buildFolder } from '../e2e/build-folder.ts'
import { serveFolder } from '../e2e/serve-folder.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { expectTools } from '../support/tools.ts'
import { heldOut, type Judged, judge, type Success, successOf } from './figures.ts'
import { findUnlisted, readQueries } from './read-queries.ts'
import { searchInBrowser } from './search-in-browser.ts'
import { Peer } from './search-with-minisearch.ts'

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: 'dify,fastmcp,mcp,mintlify,turso,wandb' },
    corpora: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
})
const goals = { at1: 0.9, heldOutAt1: 0.85, heldOutAt3: 0.95, siteAt1: 0.75, bytes: 300_000 }

interface SiteResult {
  site: string
  ours: Judged[]
  peer: Judged[]
  mostBytes: number
}

const before: Record<string, Success> = JSON.parse(await readFile(join(import.meta.dirname, 'before.json'), 'utf8'))
const corpora = findCorpora(values.corpora)
if (corpora === undefined) throw new Error('There are no corpora beside this repository. Name their folder: --corpora.')
await expectTools(['chromium'])
const work = await mkdtemp(join(tmpdir(), 'bindery-search-'))
await using browser = await launchChromium()
const results: SiteResult[] = []
try {
  for (const site of values.sites.split(',')) {
    console.log(`${site} …`)
    results.push(await searchSite(site, browser))
    printSite(results.at(-1) as SiteResult)
  }
} finally {
  await rm(work, { recursive: true, force: true })
}
const { missed, ...figures } = sumUp(results)
for (const line of missed) console.log(`missed: ${line}`)
console.log(JSON.stringify({ ...figures, missed: missed.length }))
process.exitCode = missed.length > 0 ? 1 : 0

async function searchSite(site: string, browser: Browser): Promise<SiteResult> {
  const out = join(work, `${site}.site`)
  const root = await unpackCorpus(join(corpora as string, `${site}.tar.gz`), join(work, site))
  const { status, stderr } = await buildFolder(root, out)
  if (status === null || status > 1) throw new Error(`${site} was not built: ${stderr}`)
  const queries = await readQueries(site)
  const unlisted = await findUnlisted(out, queries)
  if (unlisted.length > 0) throw new Error(`${site} lists no page ${unlisted.join(', ')}.`)
  await using server = await serveFolder(out)
  const peer = new Peer(out)
  const result: SiteResult = { site, ours: [], peer: [], mostBytes: 0 }
  for (const query of queries) {
    const { found, bytes } = await searchInBrowser(browser, server.url, out, query)
    result.ours.push(judge(query, found))
    result.peer.push(judge(query, await peer.search(query)))
    result.mostBytes = Math.max(result.mostBytes, bytes)
  }
  return result
}

function printSite({ site, ours, peer, mostBytes }: SiteResult): void {
  const figures = { before: before[site], ...successOf(ours), heldOut: successOf(heldOut(ours)), mostBytes }
  console.log(`${site.padEnd(9)} ${JSON.stringify({ ...figures, miniSearch: successOf(peer) })}`)
  if (!values.misses) return
  for (const { query, rank } of ours.filter(({ rank, query }) => rank !== 1 && !query.isHeldOut)) {
    console.log(`  ${rank === 0 ? 'not found' : `at ${rank}`}: “${query.query}” → ${query.pages.join(', ')}`)
  }
}

function sumUp(all: readonly SiteResult[]) {
  const ours = all.flatMap((one) => one.ours)
  const peer = all.flatMap((one) => one.peer)
  const { at1, at3, queries } = successOf(ours)
  const held = successOf(heldOut(ours))
  const miniSearch = { ...successOf(peer), heldOut: successOf(heldOut(peer)) }
  const mostBytes = Math.max(...all.map((one) => one.mostBytes))
  const sites = Object.fromEntries(
    all.map((one) => [
      one.site,
      { before: before[one.site], after: successOf(one.ours), miniSearch: successOf(one.peer) },
    ]),
  )
  const missed = [
    ...(at1 < goals.at1 ? [`at1 is ${at1}, under ${goals.at1}`] : []),
    ...(held.at1 < goals.heldOutAt1 ? [`held out at1 is ${held.at1}, under ${goals.heldOutAt1}`] : []),
    ...(held.at3 < goals.heldOutAt3 ? [`held out at3 is ${held.at3}, under ${goals.heldOutAt3}`] : []),
    ...(at1 <= miniSearch.at1 ? [`at1 is ${at1}, and MiniSearch has ${miniSearch.at1}`] : []),
    ...(mostBytes > goals.bytes ? [`a query loaded ${mostBytes} bytes, more than ${goals.bytes}`] : []),
    ...all
      .filter((one) => successOf(one.ours).at1 < goals.siteAt1)
      .map((one) => `${one.site}: at1 is ${successOf(one.ours).at1}, under ${goals.siteAt1}`),
  ]
  return { queries, at1, at3, heldOut: held, mostBytes, miniSearch, sites, missed }
}
