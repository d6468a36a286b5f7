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
export function renderMachineFiles(root: string, site: SiteIndex, descriptions: Descriptions): TextFile[] {
  const own = new Set(listOwnMachineFiles(site.plan))
  const files = [
    { path: 'robots.txt', text: renderRobots(site) },
    ...renderSitemaps(site),
    ...renderHosting(site),
    { path: 'llms.txt', text: renderLlms(site, descriptions) },
    { path: 'llms-full.txt', text: renderLlmsFull(root, site, descriptions) },
  ]
  return files.filter(({ path }) => !own.has(path))
}
