import type { Division, Group } from './navigation.ts'

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
  /** The section that a page stands in, or whose sidebar fits it: that of its folder, or of the nearest above. */
  sectionOf(route: string): Section | undefined
  /** The same page in another language, version or product. */
  twinIn(other: Division, own: Division, route: string): string | undefined
}
