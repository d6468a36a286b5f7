import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasSameFiles, openSite, showsTheSame, standsTheSame } from '@bindery/site'
import { openDigests } from '../source/survey/open-digests.ts'
import {
  type ChunkTraces,
  compressJson,
  hasSameSurroundings,
  type PackPart,
  type PlanDigests,
  readTraces,
} from './chunk-files.ts'

interface CompareChunk {
  root: string
  made: PlanDigests
  planFile: string
  /** Routes of the chunk's pages, in their order. */
  pages: string[]
  /** A folder with what is known of the source's files. */
  known?: string | undefined
  /** Holds the traces of an earlier chunk. */
  folder: string
}

/**
 * Whether each page of an earlier chunk would come out as it was: made from the same plan and the same files, or from others
 * that change neither its content nor what stands around it. Only the traces are read for that, no page and no pack. Those
 * of a plan with other surroundings are written anew with this one, so that the next export need not look so closely.
 */
export async function compareChunk(input: CompareChunk): Promise<'same' | 'renewed' | 'changed'> {
  const { root, made, planFile, pages, folder } = input
  const traces = await readTraces(folder)
  const digestFile = await openDigests(root, input.known)
  if (traces?.pages.length !== pages.length) return 'changed'
  if (traces.plan === made.plan)
    return traces.pages.every(({ trace }) => hasSameFiles(trace, digestFile)) ? 'same' : 'changed'
  const site = openSite(planFile)
  const isEvery = (isSame: typeof standsTheSame) =>
    traces.pages.every(({ route, trace }, at) => route === pages[at] && isSame(route, trace, site, digestFile))
  if (hasSameSurroundings(traces, made)) return isEvery(showsAgain) ? 'same' : 'changed'
  if (!isEvery(standsTheSame)) return 'changed'
  const renewed: ChunkTraces = { ...traces, ...made }
  await writeFile(join(folder, 'traces' satisfies PackPart), await compressJson(renewed))
  return 'renewed'
}

const showsAgain: typeof standsTheSame = (route, trace, site, digestFile) => {
  const page = site.pages.get(route)
  return page !== undefined && showsTheSame(trace, page, site, digestFile)
}
