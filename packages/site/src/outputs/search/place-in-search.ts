import { scopeOf } from '../../model/paths.ts'
import type { SearchPlace } from '../../model/searched-page.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import { nameSection } from '../../plan/navigation/search-section.ts'

/** Undefined for a page that no navigation names, unless the author wants those found too. */
export function placeInSearch(route: string, { navigation, plan }: SiteIndex): SearchPlace | undefined {
  const place = navigation.places.get(route)
  if (!place && plan.config.seo.indexing !== 'all') return undefined
  const section = navigation.sectionOf(route)
  const version = place?.section.trail.find(({ kind }) => kind === 'version')?.label
  const groups = (place?.groups ?? []).map(({ label }) => label)
  const name = nameSection(section)
  const crumb = [place && name, version, ...groups].filter(Boolean).join(' › ')
  return { scope: scopeOf(section), crumb, section: name, isListed: place !== undefined }
}
