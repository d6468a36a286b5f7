import type { SiteIndex } from '../model/site-index.ts'
import { type Descriptions, renderLlms } from './feeds/render-llms.ts'
import { renderRobots, renderSitemaps } from './feeds/render-sitemap.ts'
import { renderHosting } from './hosting/render-hosting.ts'
import { listOwnMachineFiles } from './list-own-machine-files.ts'

interface TextFile {
  path: string
  text: string
}

/** Files for programs that follow from the plan, but for those that the author has made himself. */
export function* renderMachineFiles(site: SiteIndex): Generator<TextFile> {
  yield* withoutOwn(site, [
    { path: 'robots.txt', text: renderRobots(site) },
    ...renderSitemaps(site),
    ...renderHosting(site),
  ])
}

/** The same of those that need more of the pages. */
export function* renderPageTexts(site: SiteIndex, descriptions: Descriptions, full: string): Generator<TextFile> {
  yield* withoutOwn(site, [
    { path: 'llms.txt', text: renderLlms(site, descriptions) },
    { path: llmsFullPath, text: full },
  ])
}

export const llmsFullPath = 'llms-full.txt'

function withoutOwn({ plan }: SiteIndex, files: TextFile[]): TextFile[] {
  const own = new Set(listOwnMachineFiles(plan))
  return files.filter(({ path }) => !own.has(path))
}
