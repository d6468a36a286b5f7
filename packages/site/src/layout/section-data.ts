import type { Entry } from '../model/navigation.ts'
import type { Section } from '../model/navigation-index.ts'
import { relativePath } from '../model/paths.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { PlannedPage } from '../model/site-plan.ts'
import { resolveLink } from '../render/links/resolve-link.ts'

/** One line of a sidebar as the script reads it: label, address from the site's root, what is inside. */
type DataEntry = [label: string, path: string | null, inside?: DataEntry[]]

/**
 * A section's whole sidebar as a classic script, since nothing else can be loaded from a disk. Pages carry only their
 * own surroundings; the script asks for this when a reader opens more.
 */
export function sectionData(section: Section, site: SiteIndex): string {
  const entries = section.trail.at(-1)?.entries ?? []
  const data = JSON.stringify([section.key, list(entries, site)])
  return `(self.binderyNavigation??=[]).push(${data})\n`
}

// Links are written as seen from the site's root; the script puts the way there in front.
export const siteRoot: PlannedPage = { route: '/', file: '', output: '', title: '' }

function list(entries: Entry[], site: SiteIndex): DataEntry[] {
  return entries.flatMap((entry): DataEntry[] => {
    if (typeof entry === 'string') return pageEntry(entry, site)
    if (entry.kind === 'link') return [[entry.label, resolveLink(entry.href, siteRoot, site).href]]
    if (entry.hidden) return []
    const root = entry.root === undefined ? [] : pageEntry(entry.root, site)
    return [[entry.label, root[0]?.[1] ?? null, list(entry.entries, site)]]
  })
}

function pageEntry(route: string, site: SiteIndex): DataEntry[] {
  const page = site.pages.get(route)
  if (!page) return []
  const path = page.url === undefined ? relativePath('', page.output) : resolveLink(page.url, siteRoot, site).href
  return [[page.label ?? page.title, path]]
}
