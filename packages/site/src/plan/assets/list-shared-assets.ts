import { isPictureTag } from '../../config/settings/known-front-matter.ts'
import type { Advice } from '../../model/advice.ts'
import { type FontFace, remoteAssetPath } from '../../model/remote-assets.ts'
import type { Font } from '../../model/site-config.ts'
import type { PlannedAsset, SitePlan } from '../../model/site-plan.ts'
import { readRemoteAddress } from './remote/list-candidates.ts'

type Named = Pick<SitePlan, 'config' | 'assets' | 'remote'>

/** Files that the configuration itself shows, on every page or none. */
export function listSharedAssets(plan: Named): string[] {
  return listNamed(plan).flatMap(({ path, asset }) => (asset && !asset.refused ? [path] : []))
}

/** What should be known of those that cannot be carried. */
export function adviseSharedAssets(plan: Named & Pick<SitePlan, 'configFile'>): Advice[] {
  return listNamed(plan).flatMap(({ setting, src, asset }) => {
    const reason = asset ? asset.refused : whyNotFetched(setting, src, plan)
    if (reason === undefined) return []
    const message = `“${src}” cannot be shown. ${reason}`
    return [{ file: plan.configFile, path: setting, message, suggestion: 'Put another file in its place.' }]
  })
}

/** The file that a setting names, in the docs folder or of another host. */
export function findSharedAsset(
  src: string,
  { assets, remote }: Pick<SitePlan, 'assets' | 'remote'>,
): { path: string; asset: PlannedAsset | undefined } {
  const url = readRemoteAddress(src)
  const name = url !== undefined && remote && Object.hasOwn(remote.files, url) ? remote.files[url] : undefined
  const path = name === undefined ? src.replace(/^\.?\/+/, '') : remoteAssetPath(name)
  return { path, asset: Object.hasOwn(assets, path) ? assets[path] : undefined }
}

/** Of a font that is only named, where they were fetched. */
export function facesOf(font: Font | undefined, { remote }: Pick<SitePlan, 'remote'>): FontFace[] {
  if (!font || font.source !== undefined || !remote?.fonts) return []
  return (Object.hasOwn(remote.fonts, font.family) && remote.fonts[font.family]) || []
}

const inStyle = new Set(['background.image', 'fonts'])

function listNamed(plan: Named) {
  const { logo, favicon, background, fonts, thumbnail, seo } = plan.config
  const faces = [fonts.body, fonts.heading].flatMap((font) => facesOf(font, plan))
  const pictures = Object.entries(seo.metatags).flatMap(([name, src]) => (isPictureTag(name) ? [src] : []))
  const sources = {
    logo: [logo?.light, logo?.dark],
    favicon: [favicon?.light, favicon?.dark],
    'background.image': [background.image?.light, background.image?.dark],
    fonts: [fonts.body?.source, fonts.heading?.source, ...faces.map(({ url }) => url)],
    // Only links elsewhere show these, so nothing of them is copied from other hosts.
    'thumbnails.background': [thumbnail].filter(isLocal),
    'seo.metatags': pictures.filter(isLocal),
    'seo.organization.logo': [seo.organization?.logo].filter(isLocal),
  }
  return Object.entries(sources).flatMap(([setting, named]) =>
    [...new Set(named)].flatMap((src) => (src === undefined ? [] : [{ setting, src, ...findSharedAsset(src, plan) }])),
  )
}

function isLocal(src: string | undefined): boolean {
  return src !== undefined && readRemoteAddress(src) === undefined
}

/** Undefined where the addresses of other hosts stay; a style sheet may name none. */
function whyNotFetched(setting: string, src: string, { remote }: Named): string | undefined {
  const url = readRemoteAddress(src)
  if (url === undefined) return 'There is no such file.'
  if (!remote)
    return inStyle.has(setting) ? 'It is on another host, and the site is built without such files.' : undefined
  if (Object.hasOwn(remote.live, url)) return 'It changes with every request.'
  return `It could not be fetched: ${Object.hasOwn(remote.failures, url) ? remote.failures[url] : 'it was not asked for'}.`
}
