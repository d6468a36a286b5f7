import { normalizeRoute } from '../model/paths.ts'
import type { SitePlan } from '../model/site-plan.ts'
import { pruneNavigation } from './navigation/prune-navigation.ts'

export interface NarrowedPlan {
  plan: SitePlan
  /** What was asked for and is no page of the site, as it was written. */
  unknown: string[]
}

/** The same site with these pages alone: its navigation leads to no other, and they may still import the others' text. */
export function narrowPlan(plan: SitePlan, paths: readonly string[]): NarrowedPlan {
  const published = new Set(plan.pages.map((page) => page.route))
  const routes = new Set(paths.map(toRoute))
  return {
    plan: {
      ...pickPages(plan, routes),
      unselected: plan.pages.map((page) => page.route).filter((route) => !routes.has(route)),
      // What is wrong with other pages is not asked for.
      findings: plan.findings?.filter(({ file }) => !/\.mdx?$/i.test(file)) ?? [],
    },
    unknown: paths.filter((path) => !published.has(toRoute(path))),
  }
}

/** The same by the routes that pages have in the plan. */
export function pickPages(plan: SitePlan, routes: ReadonlySet<string>): SitePlan {
  const others = plan.pages.filter((page) => !routes.has(page.route) && /\.mdx?$/.test(page.file))
  return {
    ...plan,
    pages: plan.pages.filter((page) => routes.has(page.route)),
    sources: [...plan.sources, ...others.map((page) => page.file)],
    navigation: pruneNavigation(plan.navigation, { page: (route) => routes.has(route) }),
  }
}

function toRoute(path: string): string {
  return normalizeRoute(`/${path}`)
}
