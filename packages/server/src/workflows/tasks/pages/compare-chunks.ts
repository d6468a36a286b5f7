import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSite, standsTheSame } from '@bindery/site'
import { openDigests } from '../source/survey/open-digests.ts'
import { type ChunkTraces, compressJson, type PackPart, type PlanDigests, readTraces } from './chunk-files.ts'
import { comparePages, type IsSame } from './compare-pages.ts'

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
  const isEvery = (isSame: IsSame) =>
    traces.pages.every(({ route, trace }, at) => route === pages[at] && isSame(route, trace))
  const isSame = comparePages(traces, { made, planFile, digestFile })
  if (isSame) return isEvery(isSame) ? 'same' : 'changed'
  const site = openSite(planFile)
  if (!isEvery((route, trace) => standsTheSame(route, trace, site, digestFile))) return 'changed'
  const renewed: ChunkTraces = { ...traces, ...made }
  await writeFile(join(folder, 'traces' satisfies PackPart), await compressJson(renewed))
  return 'renewed'
}
