import type { NavigationIndex } from './navigation-index.ts'
import type { PrivateRoutes } from './private-routes.ts'
import type { PlannedPage, SitePlan } from './site-plan.ts'

/** A plan with the tables that make its lookups fast; built once for each process and plan. */
export interface SiteIndex {
  plan: SitePlan
  navigation: NavigationIndex
  pages: Map<string, PlannedPage>
  /** The page that stands at the root too. */
  front: PlannedPage | undefined
  importable: Set<string>
  redirects: Redirects
  privateRoutes: PrivateRoutes
  unselected: Set<string>
}

/** The destination of a route that has moved, or undefined. */
export type Redirects = (route: string) => string | undefined
