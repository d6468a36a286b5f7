import { createHash } from 'node:crypto'
import type { Division, Entry, Group } from '../../model/navigation.ts'
import type { NavigationIndex, Section } from '../../model/navigation-index.ts'
import type { SitePlan } from '../../model/site-plan.ts'

// Of a division's pages; translations lack some, and name a few of the original.
const mostPages = 0.75

/** Finds every page's place; a page that stands in several has the first. */
export function indexNavigation({ navigation, pages }: Pick<SitePlan, 'navigation' | 'pages'>): NavigationIndex {
  const found: Found = { sections: [], places: new Map(), keys: new Map() }
  addDivision(navigation.root, [], found)
  const sectionOf = sectionFinder(found)
  const routes = new Set(pages.map(({ route }) => route))
  // Also of a page that no navigation names: a reader who came to it by a link may read another language.
  const isIn = (route: string, division: Division) =>
    routes.has(route) && sectionOf(route)?.trail.includes(division) === true
  const { sections, places } = found
  return { sections, places, sectionOf, twinIn: twinFinder(found, isIn) }
}

type Found = Pick<NavigationIndex, 'sections' | 'places'> & { keys: Map<string, number> }

function sectionFinder({ sections, places }: Found): NavigationIndex['sectionOf'] {
  const byFolder = new Map<string, Section>()
  for (const [route, { section }] of places) {
    const folder = parentOf(route)
    if (!byFolder.has(folder)) byFolder.set(folder, section)
  }
  return (route) => {
    const own = places.get(route)?.section
    if (own) return own
    for (let folder = parentOf(route); folder !== ''; folder = parentOf(folder)) {
      const section = byFolder.get(folder)
      if (section) return section
    }
    return byFolder.get('') ?? sections[0]
  }
}

/**
 * Twins differ in the folder that the pages of their division share: `/fr/a` and `/a`, `/v1/a` and `/v2/a`. All of them,
 * or most: a division may also name a page of another one, which has no translation.
 */
function twinFinder(
  { sections }: Found,
  isIn: (route: string, division: Division) => boolean,
): NavigationIndex['twinIn'] {
  // Of a large site that is most of its indexing, and who compares pages or takes them over asks for no twin.
  let listed: Map<Division, string[]> | undefined
  return (other, own, route) => {
    listed ??= listSharedFolders(sections)
    const folders = listed
    for (const from of folders.get(own) ?? []) {
      if (from !== '' && route !== from && !route.startsWith(`${from}/`)) continue
      for (const to of folders.get(other) ?? []) {
        const twin = `${to}${route.slice(from.length)}`
        if (twin !== route && isIn(twin, other)) return twin
      }
    }
    return undefined
  }
}

function listSharedFolders(sections: readonly Section[]): Map<Division, string[]> {
  const counts = new Map<Division, Map<string, number>>()
  for (const { trail, pages } of sections) {
    const own = countFolders(pages)
    for (const division of trail) {
      const known = counts.get(division) ?? new Map<string, number>()
      counts.set(division, known)
      for (const [folder, count] of own) known.set(folder, (known.get(folder) ?? 0) + count)
    }
  }
  return new Map([...counts].map(([division, known]) => [division, sharedFolders(known)]))
}

/** How many pages each folder holds; the root holds them all. The first page of a folder has the folder for its route. */
function countFolders(routes: readonly string[]): Map<string, number> {
  const held = new Map<string, number>()
  for (const route of routes) held.set(parentOf(route), (held.get(parentOf(route)) ?? 0) + 1)
  const counts = new Map<string, number>(routes.filter((route) => route !== '').map((route) => [route, 1]))
  const add = (folder: string, count: number) => counts.set(folder, (counts.get(folder) ?? 0) + count)
  for (const [parent, count] of held) {
    add('', count)
    for (let folder = parent; folder !== ''; folder = parentOf(folder)) add(folder, count)
  }
  return counts
}

/** The deepest folder of all pages, and the deepest of most. */
function sharedFolders(counts: Map<string, number>): string[] {
  const total = counts.get('') ?? 0
  const deepest = (share: number) =>
    [...counts].reduce(
      (best, [folder, count]) => (count >= total * share && folder.length > best.length ? folder : best),
      '',
    )
  return [...new Set([deepest(1), deepest(mostPages)])]
}

/** The folder that both stand in. */
export function sharedFolder(known: string | undefined, folder: string): string {
  let shared = known ?? folder
  while (shared !== '' && folder !== shared && !folder.startsWith(`${shared}/`)) shared = parentOf(shared)
  return shared
}

export function parentOf(route: string): string {
  return route.slice(0, Math.max(0, route.lastIndexOf('/')))
}

function addDivision(division: Division, above: Division[], index: Found): void {
  if (division.hidden) return
  const trail = [...above, division]
  if (division.entries.length > 0) addSection(division, trail, index)
  for (const child of division.divisions) addDivision(child, trail, index)
}

function addSection(division: Division, trail: Division[], { sections, places, keys }: Found): void {
  const section: Section = { key: keyOf(trail, keys), trail, pages: [] }
  sections.push(section)
  addEntries(division.entries, [])

  function addEntries(entries: Entry[], groups: Group[]): void {
    for (const entry of entries) {
      if (typeof entry === 'string') addPage(entry, groups)
      else if (entry.kind === 'group' && !entry.hidden) {
        const inside = [...groups, entry]
        if (entry.root !== undefined) addPage(entry.root, inside)
        addEntries(entry.entries, inside)
      }
    }
  }
  function addPage(route: string, groups: Group[]): void {
    if (places.has(route)) return
    places.set(route, { section, index: section.pages.length, groups })
    section.pages.push(route)
  }
}

function keyOf(trail: Division[], keys: Map<string, number>): string {
  const labels = trail.map(({ kind, label }) => `${kind}:${label}`).join('/')
  const key = createHash('sha256').update(labels).digest('hex').slice(0, 10)
  const same = keys.get(key) ?? 0
  keys.set(key, same + 1)
  // Not with a hyphen, which numbers the pages of one section's list.
  return same === 0 ? key : `${key}_${same}`
}

/** The page that a division or a group opens with: its default child's, else its first. */
export function firstPage(node: Division | Group): string | undefined {
  if (node.hidden) return undefined
  if (node.kind === 'group') return node.root ?? firstOf(node.entries)
  const own = firstOf(node.entries)
  if (own !== undefined) return own
  const children = [...node.divisions].sort((a, b) => Number(b.default ?? false) - Number(a.default ?? false))
  for (const child of children) {
    const found = firstPage(child)
    if (found !== undefined) return found
  }
  return undefined
}

function firstOf(entries: Entry[]): string | undefined {
  for (const entry of entries) {
    const found = typeof entry === 'string' ? entry : entry.kind === 'group' ? firstPage(entry) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Where it stands, from the top down; a site that has no divisions says it by its own name. */
export function sectionTitle({ trail }: Section, nameOfSite: string): string {
  const labels = trail.map(({ label }) => label).filter((label) => label !== '')
  return labels.length > 0 ? labels.join(' › ') : nameOfSite
}
