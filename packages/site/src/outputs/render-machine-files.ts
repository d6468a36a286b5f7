import type { SiteIndex } from '../model/site-index.ts'
import { type Descriptions, renderLlms, renderLlmsFull } from './feeds/render-llms.ts'
import { renderRobots, renderSitemaps } from './feeds/render-sitemap.ts'
import { renderHosting } from './hosting/render-hosting.ts'
import { listOwnMachineFiles } from './list-own-machine-files.ts'

interface TextFile {
  path: string
  text: string
}

/** Files for programs, but for those that the author has made himself. */
export async function* renderMachineFiles(
  root: string,
  site: SiteIndex,
  descriptions: Descriptions,
): AsyncGenerator<TextFile> {
  const own = new Set(listOwnMachineFiles(site.plan))
  for await (const file of renderAll(root, site, descriptions)) {
    if (!own.has(file.path)) yield file
  }
}

async function* renderAll(root: string, site: SiteIndex, descriptions: Descriptions): AsyncGenerator<TextFile> {
  yield { path: 'robots.txt', text: renderRobots(site) }
  yield* renderSitemaps(site)
  yield* renderHosting(site)
  yield { path: 'llms.txt', text: renderLlms(site, descriptions) }
  yield { path: 'llms-full.txt', text: await renderLlmsFull(root, site, descriptions) }
}
