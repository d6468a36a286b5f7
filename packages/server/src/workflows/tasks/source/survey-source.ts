import { type SourceSurvey, surveySources } from '@bindery/site'

// As many as are fetched.
const most = 50

/** What a docs folder needs that is not in it. */
export async function surveySource({ root }: { root: string }): Promise<SourceSurvey> {
  const { specs, asksForDates } = await surveySources(root)
  return { specs: specs.slice(0, most), asksForDates }
}
