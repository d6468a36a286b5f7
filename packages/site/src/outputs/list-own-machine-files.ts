import { machineFiles } from '../model/paths.ts'
import type { SitePlan } from '../model/site-plan.ts'

/** Those that the author has made himself; they belong to the site although no page shows them. */
export function listOwnMachineFiles({ assets }: SitePlan): string[] {
  return machineFiles.filter((path) => Object.hasOwn(assets, path) && !assets[path]?.refused)
}
