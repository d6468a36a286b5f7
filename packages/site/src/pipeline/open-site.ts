import { readFileSync } from 'node:fs'
import type { SiteIndex } from '../model/site-index.ts'
import type { SitePlan } from '../model/site-plan.ts'
import { indexSite } from '../plan/index-site.ts'

// Chunks of several sites may take turns in one process; two plans are enough for that and bound the memory.
const plansHeld = 2
const sites = new Map<string, SiteIndex>()

/** The site whose plan lies in this file, read once for the chunks that follow. */
export function openSite(planFile: string): SiteIndex {
  const known = sites.get(planFile)
  if (known) return known
  const site = indexSite(JSON.parse(readFileSync(planFile, 'utf8')) as SitePlan)
  const oldest = sites.keys().next().value
  if (sites.size >= plansHeld && oldest !== undefined) sites.delete(oldest)
  sites.set(planFile, site)
  return site
}
