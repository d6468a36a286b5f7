import { hasSameFiles, openSite, standsTheSame } from '@bindery/site'
import { readTraces } from './chunk-files.ts'

interface SameChunk {
  root: string
  /** Digest of the plan. */
  plan: string
  planFile: string
  /** Routes of the chunk's pages, in their order. */
  pages: string[]
  /** Holds the traces of an earlier chunk. */
  folder: string
}

/**
 * Whether each page of an earlier chunk would come out as it was: made from the same plan and the same files, or from others
 * that change neither its content nor what stands around it. Only the traces are read for that, no page and no pack.
 */
export async function isSameChunk({ root, plan, planFile, pages, folder }: SameChunk): Promise<boolean> {
  const traces = await readTraces(folder)
  if (traces?.pages.length !== pages.length) return false
  if (traces.plan === plan) return traces.pages.every(({ trace }) => hasSameFiles(trace, root))
  const site = openSite(planFile)
  return traces.pages.every(({ route, trace }, at) => route === pages[at] && standsTheSame(route, trace, site, root))
}
