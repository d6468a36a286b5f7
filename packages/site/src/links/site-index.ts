import { indexNavigation, type NavigationIndex } from '../navigation/index-navigation.ts'
import type { PlannedPage, SitePlan } from '../plan/site-plan.ts'
import { type Theme, themeFiles } from '../theme/theme-files.ts'
import { createRedirects, type Redirects } from './match-redirect.ts'
import { PrivateRoutes } from './private-routes.ts'

/** A plan with the tables that make its lookups fast; built once for each process and plan. */
export interface SiteIndex {
  plan: SitePlan
  navigation: NavigationIndex
  pages: Map<string, PlannedPage>
  importable: Set<string>
  redirects: Redirects
  privateRoutes: PrivateRoutes
  theme: Theme
}

export function indexSite(plan: SitePlan): SiteIndex {
  return {
    plan,
    navigation: indexNavigation(plan),
    pages: new Map(plan.pages.map((page) => [page.route, page])),
    importable: new Set([...plan.sources, ...plan.pages.map((page) => page.file)]),
    redirects: createRedirects(plan.config.redirects),
    privateRoutes: new PrivateRoutes(plan.privateRoutes ?? [], plan.siteUrl),
    theme: themeFiles({ colors: plan.config.colors, fonts: plan.config.fonts }),
  }
}
