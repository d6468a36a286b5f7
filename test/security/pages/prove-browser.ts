import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { buildFolder } from '../../e2e/build-folder.ts'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { mapAtOnce } from '../../support/map-at-once.ts'
import type { Tally } from '../corpus.ts'
import { proveAuthorCode } from './author-code/prove-author-code.ts'
import { hostileConfigurations } from './hostile-configuration.ts'
import { hostileContent } from './hostile-content.ts'
import { diagrams } from './hostile-diagrams.ts'
import { Marks } from './marks.ts'
import { type Findings, openEverything } from './open-everything.ts'
import { proveDetector } from './prove-detector.ts'
import type { PagesSize } from './sizes.ts'
import type { Trap } from './start-trap.ts'
import { trySearch } from './try-search.ts'
import { writeSite } from './write-site.ts'

/** Builds the hostile sites and opens everything in them, over http and from a disk. */
export async function proveBrowser(work: string, size: PagesSize, trap: Trap, tally: Tally): Promise<void> {
  const marks = new Marks(trap.origin)
  const { files, mustRender } = hostileContent(marks, size)
  const sites = [files, ...hostileConfigurations(marks, size)].map((site, index) => ({
    site,
    root: join(work, `${index}`),
  }))
  const outs = await mapAtOnce(sites, 2, async ({ site, root }) => {
    await writeSite(root, site)
    const { status, stdout, stderr } = await buildFolder(root, `${root}.site`)
    if (status !== 0)
      throw new Error(`A hostile site could not be built (${status}): ${stderr || stdout.slice(0, 2000)}`)
    return `${root}.site`
  })
  await requireRendered(outs[0] ?? '', mustRender)

  await using browser = await launchChromium()
  await proveDetector(browser, join(work, 'control'), trap)
  trap.asked.clear()
  const hits = new Set<string>()
  for (const out of outs) {
    const { ran, seen, rendered, results } = await openSite(browser, out, size)
    for (const id of ran) hits.add(`ran: ${marks.nameOf(id)}`)
    for (const what of seen) hits.add(what)
    if (out === outs[0]) requireTried(rendered, results)
  }
  for (const path of trap.asked) hits.add(`asked: ${marks.nameOf(Number(path.slice(1)))}`)
  tally.tried += marks.names.length
  tally.escapes.push(...hits)
  const pages = { root: sites[0]?.root ?? '', out: outs[0] ?? '', marks }
  await proveAuthorCode({ browser, work: join(work, 'components'), trap, tally, pages })
}

async function openSite(
  browser: Browser,
  out: string,
  { fromDisk }: PagesSize,
): Promise<Findings & { results: number }> {
  const names = await readdir(out, { recursive: true })
  const files = names
    .filter((name) => /\.(?:html|svg)$/.test(name))
    .map((name) => name.split('/').map(encodeURIComponent).join('/'))
  await using server = await serveFolder(out)
  const bases = fromDisk ? [server.url, `${pathToFileURL(out).href}/`] : [server.url]
  const addresses = bases.flatMap((base) => files.map((file) => base + file))
  const findings = await openEverything(browser, addresses)
  const results = await trySearch(browser, server.url, findings)
  return { ...findings, results, seen: findings.seen.map((what) => what.replace(server.url, '')) }
}

/** Most diagrams are rendered, the others are refused before; and a search has something to show. */
function requireTried(rendered: number, results: number): void {
  if (rendered < diagrams.length) throw new Error(`Of ${diagrams.length * 2} diagrams only ${rendered} were drawn.`)
  if (results === 0) throw new Error('No search found a hostile page, so results were not tried.')
}

/** An attempt that never reached a page proves nothing. */
async function requireRendered(out: string, sources: string[]): Promise<void> {
  for (const source of sources) {
    await access(join(out, source.replace(/\.mdx?$/, '.html'))).catch(() => {
      throw new Error(`${source} was not rendered, so what is on it was not tried.`)
    })
  }
}
