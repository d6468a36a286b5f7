import { type AskParent, joinFacts, readRenderedPage } from '@bindery/site'
import { writeMetered } from '../../cache/write-metered.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { compressJson, type PackFacts } from './chunk-files.ts'

interface JoinPages {
  /** Rendered pages. */
  files: string[]
  /** Takes their facts, as they lie beside a pack. */
  facts: string
}

/** Writes the facts of rendered pages that are not packed. */
export async function joinPages({ files, facts }: JoinPages, ask: AskParent): Promise<void> {
  using meter = createRemoteMeter(ask)
  const { pages, search } = joinFacts(files.map((file) => readRenderedPage(file).facts))
  const joined: Pick<PackFacts, 'pages' | 'search'> = { pages: pages.map((facts) => ({ facts, files: [] })), search }
  await writeMetered(facts, await compressJson(joined), meter)
}
