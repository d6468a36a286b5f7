import { assetOutput, relativePath } from '../../model/paths.ts'
import type { Font } from '../../model/site-config.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import { findSharedAsset } from '../../plan/assets/list-shared-assets.ts'
import { type AuthorFont, type Theme, themeFiles } from './theme-files.ts'

const themes = new WeakMap<SiteIndex, Theme>()

/** The theme in a site's colors and fonts; made once for each process and plan. */
export function themeOf(site: SiteIndex): Theme {
  const known = themes.get(site)
  if (known) return known
  const { colors, fonts } = site.plan.config
  const { body, heading } = fonts
  const theme = themeFiles({
    colors,
    fonts: {
      ...(body && { body: placeFont(body, site) }),
      ...(heading && { heading: placeFont(heading, site) }),
    },
  })
  themes.set(site, theme)
  return theme
}

/** Without its file a face is that of the reader's machine, or ours. */
function placeFont({ family, source }: Font, { plan }: SiteIndex): AuthorFont {
  const { path, asset } = source === undefined ? {} : findSharedAsset(source, plan)
  if (path === undefined || !asset || asset.refused) return { family }
  return { family, source: relativePath('_bindery/site.css', assetOutput(path, asset)) }
}
