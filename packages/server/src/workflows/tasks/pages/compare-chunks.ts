import { type DigestFile, openSite, standsTheSame } from '@bindery/site'
import { openDigests } from '../source/survey/open-digests.ts'
import { type PlanDigests, readFacts } from './chunk-files.ts'
import { comparePages, type IsSame } from './compare-pages.ts'

interface CompareChunks {
  root: string
  made: PlanDigests
  planFile: string
  chunks: ComparedChunk[]
  /** A folder with what is known of the source's files. */
  known?: string | undefined
}

interface ComparedChunk {
  /** Routes of its pages, in their order. */
  pages: string[]
  /** The file with the facts of an earlier chunk. */
  facts: string
}

/**
 * Whether each page of an earlier chunk would come out as it was: made from the same plan and the same files, or from others
 * that change neither its content nor what surrounds it.
 */
export async function compareChunks({ chunks, known, ...input }: CompareChunks): Promise<boolean[]> {
  const digestFile = await openDigests(input.root, known)
  const compared: boolean[] = []
  for (const chunk of chunks) compared.push(await compareChunk(chunk, { ...input, digestFile }))
  return compared
}

type SiteNow = Pick<CompareChunks, 'made' | 'planFile'> & { digestFile: DigestFile }

async function compareChunk({ pages, facts }: ComparedChunk, now: SiteNow): Promise<boolean> {
  const earlier = await readFacts(facts)
  if (earlier.pages.length !== pages.length) return false
  const isSame = comparePages(earlier, now) ?? compareClosely(now)
  return earlier.pages.every(({ facts: { route }, trace }, at) => {
    return route === pages[at] && trace !== undefined && isSame(route, trace)
  })
}

function compareClosely({ planFile, digestFile }: SiteNow): IsSame {
  const site = openSite(planFile)
  return (route, trace) => standsTheSame(route, trace, site, digestFile)
}
