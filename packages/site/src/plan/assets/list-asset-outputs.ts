import { assetOutput, downloadOutput } from '../../model/paths.ts'
import type { SitePlan } from '../../model/site-plan.ts'

/** Every file that a page could show or offer: its path in the docs folder by each name that it would have in the site. */
export function listAssetOutputs({ assets }: SitePlan): Map<string, string> {
  const outputs = new Map<string, string>()
  for (const [path, asset] of Object.entries(assets)) {
    if (asset.refused) continue
    outputs.set(assetOutput(path, asset), path)
    outputs.set(downloadOutput(path, asset), path)
  }
  return outputs
}
