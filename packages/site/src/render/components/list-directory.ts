import type { Entry, Group } from '../../model/navigation.ts'
import type { ElementNode, TreeNode } from '../../model/page-tree.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'

// A listing is for choosing, not for scrolling through a whole reference.
const entriesListed = 100

/**
 * What a group's root page lists of its group, when the navigation asks for a directory: ordinary components, so that
 * it is rendered and linked like anything an author writes.
 */
export function listDirectory(page: PlannedPage, site: SiteIndex): TreeNode[] {
  const group = site.navigation.places.get(page.route)?.groups.at(-1)
  if (group?.directory === undefined || group.root !== page.route) return []
  return group.directory === 'card' ? [listCards(group.entries, site)] : listAccordions(group, site)
}

function listCards(entries: Entry[], site: SiteIndex): TreeNode {
  return element(
    'CardGroup',
    { cols: 2 },
    pagesOf(entries).map((route) => card(route, site)),
  )
}

function listAccordions(group: Group, site: SiteIndex): TreeNode[] {
  const own = group.entries.filter((entry) => typeof entry === 'string')
  const groups = group.entries.filter((entry) => typeof entry !== 'string' && entry.kind === 'group') as Group[]
  const folded = groups
    .filter((inner) => !inner.hidden)
    .map((inner) => element('Accordion', { title: inner.label }, [listCards([inner], site)]))
  return [
    ...(own.length > 0 ? [listCards(own, site)] : []),
    ...(folded.length > 0 ? [element('AccordionGroup', {}, folded)] : []),
  ]
}

function pagesOf(entries: Entry[]): string[] {
  const pages = entries.flatMap((entry): string[] => {
    if (typeof entry === 'string') return [entry]
    if (entry.kind !== 'group' || entry.hidden) return []
    return [...(entry.root === undefined ? [] : [entry.root]), ...pagesOf(entry.entries)]
  })
  return pages.slice(0, entriesListed)
}

function card(route: string, site: SiteIndex): ElementNode {
  const page = site.pages.get(route)
  const icon = page?.icon === undefined ? {} : { icon: page.icon }
  return element('Card', { title: page?.title ?? route, href: route, ...icon }, [])
}

function element(name: string, props: ElementNode['props'], children: TreeNode[]): ElementNode {
  return { kind: 'element', name, props, children }
}
