import type { SiteIndex } from '../links/site-index.ts'
import { drawHosting } from './draw-hosting.ts'
import { type Descriptions, drawLlms, drawLlmsFull } from './draw-llms.ts'
import { drawRobots, drawSitemaps } from './draw-sitemap.ts'

interface TextFile {
  path: string
  text: string
}

/** Files for programs. An author's own file of such a name stands instead of ours. */
export async function* drawMachineFiles(
  root: string,
  site: SiteIndex,
  descriptions: Descriptions,
): AsyncGenerator<TextFile> {
  for await (const file of drawAll(root, site, descriptions)) {
    if (!Object.hasOwn(site.plan.assets, file.path)) yield file
  }
}

async function* drawAll(root: string, site: SiteIndex, descriptions: Descriptions): AsyncGenerator<TextFile> {
  yield { path: 'robots.txt', text: drawRobots(site) }
  yield* drawSitemaps(site)
  yield* drawHosting(site)
  yield { path: 'llms.txt', text: drawLlms(site, descriptions) }
  yield { path: 'llms-full.txt', text: await drawLlmsFull(root, site, descriptions) }
}

/** What an author's own files of these names are called; they belong to the site although no page shows them. */
export const machineFiles = ['robots.txt', 'sitemap.xml', 'llms.txt', 'llms-full.txt', '_redirects']
