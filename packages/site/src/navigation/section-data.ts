import type { SiteIndex } from '../links/site-index.ts'
import type { Section } from './index-navigation.ts'
import type { Entry } from './navigation.ts'

/** One line of a sidebar as the script reads it: label, path from the site's root (or an address), what is inside. */
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

function list(entries: Entry[], site: SiteIndex): DataEntry[] {
  return entries.flatMap((entry): DataEntry[] => {
    if (typeof entry === 'string') return pageEntry(entry, site)
    if (entry.kind === 'link') return [[entry.label, entry.href]]
    if (entry.kind === 'operation' || entry.hidden) return []
    const root = entry.root === undefined ? null : (site.pages.get(entry.root)?.output ?? null)
    return [[entry.label, root, list(entry.entries, site)]]
  })
}

function pageEntry(route: string, site: SiteIndex): DataEntry[] {
  const page = site.pages.get(route)
  return page ? [[page.label ?? page.title, page.output]] : []
}
