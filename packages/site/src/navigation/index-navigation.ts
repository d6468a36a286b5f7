import { createHash } from 'node:crypto'
import type { SitePlan } from '../plan/site-plan.ts'
import type { Division, Entry, Group } from './navigation.ts'

/** A division with a sidebar of its own. */
export interface Section {
  /** Names the section's shared files; made from its labels, so that it outlives changes to its pages. */
  key: string
  /** From the root down to the section itself. */
  trail: Division[]
  /** Routes in reading order. */
  pages: string[]
}

/** Where a page stands in the navigation. */
export interface Place {
  section: Section
  /** Its number in the section's reading order. */
  index: number
  /** The groups it stands in, outermost first. */
  groups: Group[]
}

export interface NavigationIndex {
  sections: Section[]
  places: Map<string, Place>
}

/** Finds every page's place; a page that stands in several has the first. */
export function indexNavigation({ navigation }: Pick<SitePlan, 'navigation'>): NavigationIndex {
  const index: NavigationIndex = { sections: [], places: new Map() }
  addDivision(navigation.root, [], index)
  return index
}

function addDivision(division: Division, above: Division[], index: NavigationIndex): void {
  if (division.hidden) return
  const trail = [...above, division]
  if (division.entries.length > 0) addSection(division, trail, index)
  for (const child of division.divisions) addDivision(child, trail, index)
}

function addSection(division: Division, trail: Division[], { sections, places }: NavigationIndex): void {
  const section: Section = { key: keyOf(trail, sections), trail, pages: [] }
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

function keyOf(trail: Division[], sections: Section[]): string {
  const labels = trail.map(({ kind, label }) => `${kind}:${label}`).join('/')
  const key = createHash('sha256').update(labels).digest('hex').slice(0, 10)
  const same = sections.filter((section) => section.key.startsWith(key)).length
  return same === 0 ? key : `${key}-${same}`
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
