import { type AskParent, joinFacts, readRenderedPage, type SitePart } from '@bindery/site'
import { writeMetered } from '../../cache/write-metered.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { compressJson, type PackFacts } from './chunk-files.ts'

interface JoinPages {
  /** Rendered pages. */
  files: string[]
  /** Takes their facts, as they lie beside a pack. */
  facts: string
}

/** Facts of pages that are part of no pack. */
export type JoinedFacts = Pick<PackFacts, 'search'> & { pages: { facts: SitePart['pages'][number] }[] }

export async function joinPages({ files, facts }: JoinPages, ask: AskParent): Promise<void> {
  using meter = createRemoteMeter(ask)
  const { pages, search } = joinFacts(files.map((file) => readRenderedPage(file).facts))
  const joined: JoinedFacts = { pages: pages.map((facts) => ({ facts })), search }
  await writeMetered(facts, await compressJson(joined), meter)
}
