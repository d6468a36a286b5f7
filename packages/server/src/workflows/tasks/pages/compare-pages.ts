import { type DigestFile, hasSameFiles, openSite, type PageTrace, showsTheSame } from '@bindery/site'
import type { PlanDigests } from './chunk-files.ts'

/** Whether a page would come out as it was. */
export type IsSame = (route: string, trace: PageTrace) => boolean

interface PlanNow {
  made: PlanDigests
  planFile: string
  digestFile: DigestFile
}

/** Tells pages of an earlier plan apart without a look at what stands around them; undefined where that may have changed. */
export function comparePages(earlier: PlanDigests, { made, planFile, digestFile }: PlanNow): IsSame | undefined {
  if (earlier.plan === made.plan) return (_route, trace) => hasSameFiles(trace, digestFile)
  if (earlier.surroundings !== made.surroundings) return undefined
  const site = openSite(planFile)
  return (route, trace) => {
    const page = site.pages.get(route)
    return page !== undefined && showsTheSame(trace, page, site, digestFile)
  }
}
