import { allPagesPath } from '../../model/paths.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import { listRedirectOutputs } from '../../render/links/list-redirects.ts'

/** A folder with a first page of its own, at an address that ends with a slash. */
export interface Folder {
  /** Without slashes at its ends; empty for the site itself. */
  path: string
  /** No page stands beside it that has the address without the slash. */
  isAlone: boolean
}

/** For servers that cannot look whether a file is there. A hidden page is named nowhere, so not here either. */
export function listFolders(site: SiteIndex): Folder[] {
  const pages = site.plan.pages.map(({ output }) => output)
  const outputs = new Set([...pages, ...listRedirectOutputs(site), allPagesPath])
  const hidden = new Set(site.plan.pages.filter((page) => page.hidden).map(({ output }) => output))
  const indexes = [...outputs].filter((output) => /(?:^|\/)index\.html$/.test(output) && !hidden.has(output)).sort()
  return indexes.map((output) => {
    const path = output.replace(/\/?index\.html$/, '')
    return { path, isAlone: !outputs.has(`${path}.html`) }
  })
}
