import { remoteAssetPath } from '../../model/remote-assets.ts'
import type { PlannedAsset, SitePlan } from '../../model/site-plan.ts'
import { hashAssets } from '../assets/hash-assets.ts'
import type { MadePlan } from '../memory/made-plan.ts'
import type { PlanMemory } from '../memory/plan-memory.ts'
import { findLine } from '../pages/find-unused-front.ts'

/**
 * A plan for a folder that differs from that of `made` in texts and pictures alone (see `digestPlanned`): what it was, with the
 * digests of the pictures of now. Undefined where one of them changes more than that.
 */
export async function updatePlan(
  root: string,
  { plan, places }: MadePlan,
  memory: PlanMemory,
): Promise<SitePlan | undefined> {
  if (places.some(({ file, key, line }) => findLine(root, file, key) !== line)) return undefined
  const fetched = new Set(Object.values(plan.remote?.files ?? {}).map(remoteAssetPath))
  const own = Object.keys(plan.assets).filter((path) => !fetched.has(path))
  const assets: Record<string, PlannedAsset> = { ...plan.assets }
  for (const [path, asset] of Object.entries(await hashAssets(root, own, memory))) {
    const before = plan.assets[path]
    if (asset.refused !== before?.refused) return undefined
    assets[path] = before?.renamed ? { ...asset, renamed: true } : asset
  }
  return { ...plan, assets }
}
