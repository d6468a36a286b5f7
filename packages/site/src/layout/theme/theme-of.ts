import type { SiteIndex } from '../../model/site-index.ts'
import { type Theme, themeFiles } from './theme-files.ts'

const themes = new WeakMap<SiteIndex, Theme>()

/** The theme in a site's colors and fonts; made once for each process and plan. */
export function themeOf(site: SiteIndex): Theme {
  const known = themes.get(site)
  if (known) return known
  const { colors, fonts } = site.plan.config
  const theme = themeFiles({ colors, fonts })
  themes.set(site, theme)
  return theme
}
