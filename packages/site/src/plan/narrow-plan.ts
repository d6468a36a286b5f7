import { normalizeRoute } from '../links/route.ts'
import type { Division, Entry, Navigation } from '../navigation/navigation.ts'
import type { SitePlan } from './site-plan.ts'

export interface NarrowedPlan {
  plan: SitePlan
  /** What was asked for and is no page of the site, as it was written. */
  unknown: string[]
}

/** The same site with these pages alone: its navigation leads to no other, and they may still import the others' text. */
export function narrowPlan(plan: SitePlan, paths: readonly string[]): NarrowedPlan {
  const published = new Set(plan.pages.map((page) => page.route))
  const routes = new Set(paths.map(toRoute))
  const others = plan.pages.filter((page) => !routes.has(page.route) && /\.mdx?$/.test(page.file))
  return {
    plan: {
      ...plan,
      pages: plan.pages.filter((page) => routes.has(page.route)),
      sources: [...plan.sources, ...others.map((page) => page.file)],
      navigation: narrowNavigation(plan.navigation, routes),
    },
    unknown: paths.filter((path) => !published.has(toRoute(path))),
  }
}

function toRoute(path: string): string {
  return normalizeRoute(`/${path}`)
}

function narrowNavigation({ root, global }: Navigation, routes: ReadonlySet<string>): Navigation {
  return { root: narrowDivision(root), global }

  function narrowDivision(division: Division): Division {
    return {
      ...division,
      divisions: division.divisions.map(narrowDivision).filter(leadsSomewhere),
      entries: division.entries.flatMap(narrowEntry),
    }
  }

  function narrowEntry(entry: Entry): Entry[] {
    if (typeof entry === 'string') return routes.has(entry) ? [entry] : []
    if (entry.kind === 'link') return [entry]
    const { root: own, ...group } = entry
    const kept = own !== undefined && routes.has(own) ? { ...group, root: own } : group
    const entries = entry.entries.flatMap(narrowEntry)
    return entries.length > 0 || 'root' in kept ? [{ ...kept, entries }] : []
  }
}

function leadsSomewhere({ href, divisions, entries }: Division): boolean {
  return href !== undefined || divisions.length > 0 || entries.length > 0
}
