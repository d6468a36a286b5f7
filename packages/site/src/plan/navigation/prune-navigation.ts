import type { Division, Entry, Navigation, NavigationLink } from '../../model/navigation.ts'
import type { SiteConfig } from '../../model/site-config.ts'

/** What stays of a navigation; what is not asked about does. */
interface Stays {
  page?(route: string): boolean
  link?(href: string): boolean
}

/** The same navigation without these pages and links, and without what then leads nowhere. */
export function pruneNavigation({ root, global }: Navigation, { page = always, link = always }: Stays): Navigation {
  return { root: pruneDivision(root), global: global.filter(leadsOn) }

  function pruneDivision({ href, navbar, footer, ...division }: Division): Division {
    return {
      ...division,
      ...(navbar && { navbar: pruneNavbar(navbar, link) }),
      ...(footer && { footer: pruneFooter(footer, link) }),
      ...(href !== undefined && link(href) && { href }),
      divisions: division.divisions.map(pruneDivision).filter(leadsSomewhere),
      entries: division.entries.flatMap(pruneEntry),
    }
  }

  function pruneEntry(entry: Entry): Entry[] {
    if (typeof entry === 'string') return page(entry) ? [entry] : []
    if (entry.kind === 'link') return leadsOn(entry) ? [entry] : []
    const { root: own, ...group } = entry
    const pruned = own !== undefined && page(own) ? { ...group, root: own } : group
    const entries = entry.entries.flatMap(pruneEntry)
    return entries.length > 0 || 'root' in pruned ? [{ ...pruned, entries }] : []
  }

  function leadsOn({ href }: NavigationLink): boolean {
    return link(href)
  }
}

function leadsSomewhere({ href, divisions, entries }: Division): boolean {
  return href !== undefined || divisions.length > 0 || entries.length > 0
}

function always(): boolean {
  return true
}

type IsOpen = (href: string) => boolean

export function pruneNavbar({ links, primary }: SiteConfig['navbar'], isOpen: IsOpen): SiteConfig['navbar'] {
  return { links: links.filter(({ href }) => isOpen(href)), ...(primary && isOpen(primary.href) && { primary }) }
}

export function pruneFooter({ socials, columns }: SiteConfig['footer'], isOpen: IsOpen): SiteConfig['footer'] {
  const open = columns.map((column) => ({ ...column, links: column.links.filter(({ href }) => isOpen(href)) }))
  return { socials, columns: open }
}
