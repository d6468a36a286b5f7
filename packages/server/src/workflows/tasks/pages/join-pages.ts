import { type AskParent, joinFacts, readRenderedPage } from '@bindery/site'
import { writeMetered } from '../../cache/write-metered.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { compressJson } from './chunk-files.ts'

interface JoinPages {
  /** Rendered pages. */
  files: string[]
  /** Takes what finishing must know of them. */
  part: string
}

export async function joinPages({ files, part }: JoinPages, ask: AskParent): Promise<void> {
  using meter = createRemoteMeter(ask)
  const bytes = await compressJson(joinFacts(files.map((file) => readRenderedPage(file).facts)))
  await writeMetered(part, bytes, meter)
}
