import { assetOutput, relativePath } from '../../model/paths.ts'
import type { Font, Pair, SiteConfig } from '../../model/site-config.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import { facesOf, findSharedAsset } from '../../plan/assets/list-shared-assets.ts'
import type { Background } from './look/background-rules.ts'
import type { AuthorFont } from './look/font-rules.ts'
import { type Theme, themeFiles } from './theme-files.ts'

const themes = new WeakMap<SiteIndex, Theme>()

/** The theme in a site's colors and fonts; made once for each process and plan. */
export function themeOf(site: SiteIndex): Theme {
  const known = themes.get(site)
  if (known) return known
  const { colors, fonts, background, codeblocks } = site.plan.config
  const { body, heading } = fonts
  const image = background.image && placeImage(background.image, site)
  const theme = themeFiles({
    colors,
    codeblocks,
    hasAuthorCode: site.plan.authorCode !== undefined,
    background: { ...pickLook(background), ...(image && { image }) },
    fonts: {
      ...(body && { body: placeFont(body, site) }),
      ...(heading && { heading: placeFont(heading, site) }),
    },
  })
  themes.set(site, theme)
  return theme
}

function pickLook({ color, decoration }: SiteConfig['background']): Background {
  return { ...(color && { color }), ...(decoration !== undefined && { decoration }) }
}

/** Without its file a face is that of the reader's machine, or ours. */
function placeFont({ source, ...font }: Font, site: SiteIndex): AuthorFont {
  const placed = source === undefined ? undefined : placeFile(source, site)
  if (placed !== undefined) return { ...font, source: placed }
  const named = source === undefined ? facesOf(font, site.plan) : []
  const faces = named.flatMap(({ url, ...face }) => {
    const file = placeFile(url, site)
    return file === undefined ? [] : [{ ...face, source: file }]
  })
  return faces.length === 0 ? font : { ...font, faces }
}

function placeImage({ light, dark }: Pair, site: SiteIndex): Pair | undefined {
  const [onLight, onDark] = [placeFile(light, site), placeFile(dark, site)]
  const either = onLight ?? onDark
  return either === undefined ? undefined : { light: onLight ?? either, dark: onDark ?? either }
}

/** As the style sheet names it; undefined for what the site does not carry. */
function placeFile(src: string, { plan }: SiteIndex): string | undefined {
  const { path, asset } = findSharedAsset(src, plan)
  if (!asset || asset.refused) return undefined
  return relativePath('_bindery/site.css', assetOutput(path, asset)).replace(/[()"'\\\s]/g, encodeURIComponent)
}
