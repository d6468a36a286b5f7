import { type AskParent, type SourceSurvey, surveySources } from '@bindery/site'
import { createRemoteMeter } from '../../remote-meter.ts'
import { openKnownFiles } from './known-files.ts'

interface SurveySource {
  root: string
  /** A folder with what is known of its files. */
  known?: string | undefined
}

// As many as are fetched.
const most = 50

/** What a docs folder needs that is not in it. */
export async function surveySource(input: SurveySource, ask: AskParent): Promise<SourceSurvey> {
  using meter = createRemoteMeter(ask)
  const known = await openKnownFiles(input.root, input.known, [''])
  const { specs, asksForDates } = await surveySources(input.root, known?.memory, await known?.digest())
  await known?.save(meter)
  return { specs: specs.slice(0, most), asksForDates }
}
