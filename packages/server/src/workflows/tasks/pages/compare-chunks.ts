import { writeFile } from 'node:fs/promises'
import { type DigestFile, openSite, standsTheSame } from '@bindery/site'
import { openDigests } from '../source/survey/open-digests.ts'
import { type ChunkTraces, compressJson, type PlanDigests } from './chunk-files.ts'
import { comparePages, type IsSame } from './compare-pages.ts'
import { readHeldTraces } from './held-traces.ts'

interface CompareChunks {
  root: string
  made: PlanDigests
  planFile: string
  chunks: ComparedChunk[]
  /** A folder with what is known of the source's files. */
  known?: string | undefined
}

export interface ComparedChunk {
  /** Routes of its pages, in their order. */
  pages: string[]
  /** The file with the traces of an earlier chunk. */
  traces: string
  /** Takes them where they are written anew. */
  renewed: string
}

export type Comparison = 'same' | 'renewed' | 'changed'

/**
 * Whether each page of an earlier chunk would come out as it was: made from the same plan and the same files, or from others
 * that change neither its content nor what stands around it. Only the traces are read for that, no page and no pack. Those
 * of a plan with other surroundings are written anew with this one, so that the next export need not look so closely.
 */
export async function compareChunks({ chunks, known, ...input }: CompareChunks): Promise<Comparison[]> {
  const digestFile = await openDigests(input.root, known)
  const compared: Comparison[] = []
  for (const chunk of chunks) compared.push(await compareChunk(chunk, { ...input, digestFile }))
  return compared
}

type SiteNow = Pick<CompareChunks, 'made' | 'planFile'> & { digestFile: DigestFile }

async function compareChunk(chunk: ComparedChunk, { made, planFile, digestFile }: SiteNow): Promise<Comparison> {
  const { pages } = chunk
  const traces = await readHeldTraces(chunk.traces)
  if (traces.pages.length !== pages.length) return 'changed'
  const isEvery = (isSame: IsSame) =>
    traces.pages.every(({ route, trace }, at) => route === pages[at] && isSame(route, trace))
  const isSame = comparePages(traces, { made, planFile, digestFile })
  if (isSame) return isEvery(isSame) ? 'same' : 'changed'
  const site = openSite(planFile)
  if (!isEvery((route, trace) => standsTheSame(route, trace, site, digestFile))) return 'changed'
  await writeFile(chunk.renewed, await compressJson({ ...traces, ...made } satisfies ChunkTraces))
  return 'renewed'
}
