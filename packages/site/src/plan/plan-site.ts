import { join } from 'node:path'
import { loadConfig } from '../config/load-config.ts'
import { routeOf } from '../links/route.ts'
import { type FindPage, normalizeNavigation } from '../navigation/normalize-navigation.ts'
import { rendererVersion } from '../renderer-version.ts'
import { choosePages } from './choose-pages.ts'
import { hashAssets } from './hash-assets.ts'
import { byCodeUnit, listFiles } from './list-files.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { isRestricted, planPage } from './plan-page.ts'
import { readIgnores } from './read-ignores.ts'
import { readPageHead } from './read-page-head.ts'
import type { LeftOut, PlannedPage, SitePlan } from './site-plan.ts'

/** Reads a docs folder once and writes down all that its pages must know of each other. */
export async function planSite(root: string): Promise<SitePlan> {
  const { file, config, navigation, advice, ignored } = await loadConfig(root)
  const files = await listFiles(root, await readIgnores(root))
  const chosen = choosePages(files)
  const { pages, leftOut } = await readPages(root, chosen.pages)
  const normalized = normalizeNavigation(navigation, pageFinder(pages))
  return {
    renderer: rendererVersion,
    configFile: file,
    config,
    navigation: normalized,
    pages,
    sources: chosen.sources,
    assets: await hashAssets(root, chosen.others),
    leftOut: [...chosen.leftOut, ...leftOut].sort((a, b) => byCodeUnit(a.file, b.file)),
    advice,
    ignoredSettings: ignored,
  }
}

async function readPages(root: string, chosen: Map<string, string>) {
  const pages: PlannedPage[] = []
  const leftOut: LeftOut[] = []
  // 32 files at once keep a disk busy; more only costs memory.
  const read = mapConcurrently(chosen, 32, async ([route, file]) => {
    return { route, file, front: await readPageHead(join(root, file)) }
  })
  for await (const { route, file, front } of read) {
    if (isRestricted(front)) leftOut.push({ file, reason: 'only some groups of readers may see it' })
    else pages.push(planPage(route, file, front))
  }
  return { pages: pages.sort((a, b) => byCodeUnit(a.output, b.output)), leftOut }
}

/** Finds the page that an entry of the navigation names, and marks it as named. */
function pageFinder(pages: PlannedPage[]): FindPage {
  const byRoute = new Map(pages.map((page) => [page.route, page]))
  const byFile = new Map(pages.map((page) => [page.file.replace(/\.mdx?$/, ''), page]))
  return (name) => {
    const path = name
      .trim()
      .replace(/^\.?\//, '')
      .replace(/\/$/, '')
    const page = byFile.get(path.replace(/\.mdx?$/, '')) ?? byRoute.get(routeOf(path))
    if (!page) return undefined
    page.named = true
    return { route: page.route, hidden: page.hidden === true }
  }
}
