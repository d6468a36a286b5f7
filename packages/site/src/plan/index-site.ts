import { PrivateRoutes } from '../model/private-routes.ts'
import type { SiteIndex } from '../model/site-index.ts'
import type { SitePlan } from '../model/site-plan.ts'
import { indexNavigation } from './navigation/index-navigation.ts'
import { createRedirects } from './redirects/match-redirect.ts'

export function indexSite(plan: SitePlan): SiteIndex {
  return {
    plan,
    navigation: indexNavigation(plan),
    pages: new Map(plan.pages.map((page) => [page.route, page])),
    front: plan.pages.find(({ front }) => front),
    importable: new Set([...plan.sources, ...plan.pages.map((page) => page.file)]),
    redirects: createRedirects(plan.config.redirects),
    privateRoutes: new PrivateRoutes(plan.privateRoutes ?? [], plan.siteUrl),
    unselected: new Set(plan.unselected),
  }
}
