import type { SiteIndex } from '../model/site-index.ts'
import { type Descriptions, drawLlms, drawLlmsFull } from './feeds/draw-llms.ts'
import { drawRobots, drawSitemaps } from './feeds/draw-sitemap.ts'
import { drawHosting } from './hosting/draw-hosting.ts'
import { listOwnMachineFiles } from './list-own-machine-files.ts'

interface TextFile {
  path: string
  text: string
}

/** Files for programs, but for those that the author has made himself. */
export async function* drawMachineFiles(
  root: string,
  site: SiteIndex,
  descriptions: Descriptions,
): AsyncGenerator<TextFile> {
  const own = new Set(listOwnMachineFiles(site.plan))
  for await (const file of drawAll(root, site, descriptions)) {
    if (!own.has(file.path)) yield file
  }
}

async function* drawAll(root: string, site: SiteIndex, descriptions: Descriptions): AsyncGenerator<TextFile> {
  yield { path: 'robots.txt', text: drawRobots(site) }
  yield* drawSitemaps(site)
  yield* drawHosting(site)
  yield { path: 'llms.txt', text: drawLlms(site, descriptions) }
  yield { path: 'llms-full.txt', text: await drawLlmsFull(root, site, descriptions) }
}
