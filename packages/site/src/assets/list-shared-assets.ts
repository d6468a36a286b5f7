import type { SitePlan } from '../plan/site-plan.ts'

/** Files that the configuration itself shows, on every page or none. */
export function listSharedAssets({ config, assets }: SitePlan): string[] {
  const { logo, favicon, background } = config
  const named = [
    logo?.light,
    logo?.dark,
    favicon?.light,
    favicon?.dark,
    background.image?.light,
    background.image?.dark,
  ]
  return named.flatMap((src) => {
    const path = src?.replace(/^\.?\/+/, '')
    return path !== undefined && Object.hasOwn(assets, path) && !assets[path]?.refused ? [path] : []
  })
}
