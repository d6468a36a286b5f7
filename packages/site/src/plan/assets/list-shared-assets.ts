import type { Advice } from '../../model/advice.ts'
import type { SitePlan } from '../../model/site-plan.ts'

/** Files that the configuration itself shows, on every page or none. */
export function listSharedAssets(plan: Pick<SitePlan, 'config' | 'assets'>): string[] {
  return listNamed(plan).flatMap(({ path, asset }) => (asset.refused ? [] : [path]))
}

/** What should be known of those that are there and cannot be carried. */
export function adviseSharedAssets(plan: Pick<SitePlan, 'config' | 'configFile' | 'assets'>): Advice[] {
  return listNamed(plan).flatMap(({ setting, path, asset }) => {
    if (!asset.refused) return []
    const message = `“${path}” cannot be shown. ${asset.refused}`
    return [{ file: plan.configFile, path: setting, message, suggestion: 'Put another file in its place.' }]
  })
}

function listNamed({ config, assets }: Pick<SitePlan, 'config' | 'assets'>) {
  const { logo, favicon, background } = config
  const settings = Object.entries({ logo, favicon, 'background.image': background.image })
  const named = settings.flatMap(([setting, pair]) =>
    [...new Set([pair?.light, pair?.dark])].map((src) => ({ setting, path: src?.replace(/^\.?\/+/, '') })),
  )
  return named.flatMap(({ setting, path }) => {
    const asset = path !== undefined && Object.hasOwn(assets, path) ? assets[path] : undefined
    return asset && path !== undefined ? [{ setting, path, asset }] : []
  })
}
