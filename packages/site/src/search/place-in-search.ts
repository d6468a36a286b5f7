import type { SiteIndex } from '../links/site-index.ts'
import { scopeOf } from './scope-of.ts'

/** Which readers find a page, and where in the navigation they are told that it stands. */
export interface SearchPlace {
  scope: string
  crumb: string
}

export function placeInSearch(route: string, { navigation }: SiteIndex): SearchPlace {
  const place = navigation.places.get(route)
  const tab = place?.section.trail.findLast(({ kind }) => kind === 'tab')
  const crumb = [tab?.label, ...(place?.groups ?? []).map(({ label }) => label)]
  return { scope: scopeOf(navigation.sectionOf(route)), crumb: crumb.filter(Boolean).join(' › ') }
}
