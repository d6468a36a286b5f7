import { scopeOf } from '../../model/paths/search-scope.ts'
import type { SearchPlace } from '../../model/searched-page.ts'
import type { SiteIndex } from '../../model/site-index.ts'

export function placeInSearch(route: string, { navigation }: SiteIndex): SearchPlace {
  const place = navigation.places.get(route)
  const tab = place?.section.trail.findLast(({ kind }) => kind === 'tab')
  const crumb = [tab?.label, ...(place?.groups ?? []).map(({ label }) => label)]
  return { scope: scopeOf(navigation.sectionOf(route)), crumb: crumb.filter(Boolean).join(' › ') }
}
