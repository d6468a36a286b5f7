import type { Advice } from '../../model/advice.ts'
import type { PrivateRoutes } from '../../model/private-routes.ts'
import type { SiteConfig } from '../../model/site-config.ts'
import { pruneFooter, pruneNavbar } from '../navigation/prune-navigation.ts'

/** The configuration without what leads to a private page, or moves its address. */
export function leaveOutLinks(
  config: SiteConfig,
  routes: PrivateRoutes,
  advise: (advice: Pick<Advice, 'message' | 'suggestion'>) => void,
): SiteConfig {
  if (routes.size === 0) return config
  const isOpen = (href: string) => !routes.has(href)
  return {
    ...config,
    navbar: pruneNavbar(config.navbar, isOpen),
    footer: pruneFooter(config.footer, isOpen),
    redirects: config.redirects.filter(({ source, destination }) => {
      const hidden = routes.has(source) || routes.has(destination)
      if (hidden) {
        advise({
          message: 'A redirect is left out: one of its addresses is that of a private page.',
          suggestion: 'Delete it, or make the page public.',
        })
      }
      return !hidden
    }),
  }
}
