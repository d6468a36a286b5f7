import type { Advice } from '../../model/advice.ts'
import type { FileDates } from '../../model/file-dates.ts'
import type { PlannedPage, SitePlan } from '../../model/site-plan.ts'
import type { Candidate } from '../pages/admit-pages.ts'

interface DatedSite extends Pick<SitePlan, 'config' | 'configFile'> {
  pages: PlannedPage[]
  candidates: readonly Candidate[]
}

/** Whether a page is to say when it was last changed, by its own word or by that of the whole site. */
export function asksForDate({ timestamp }: Record<string, unknown>, isUsual: boolean | undefined): boolean {
  return timestamp === true || (isUsual === true && timestamp !== false)
}

/** Gives each page that asks for it the day of its last change; the history is read only for them. */
export async function datePages(site: DatedSite, read: () => Promise<FileDates>): Promise<Advice[]> {
  const fronts = new Map(site.candidates.map(({ file, front }) => [file, front]))
  const asking = site.pages.filter(
    ({ file, own }) => !own?.updated && asksForDate(fronts.get(file) ?? {}, site.config.timestamp),
  )
  const [first] = asking
  if (!first) return []
  const { days, failure } = await read()
  for (const page of asking) {
    const updated = Object.hasOwn(days, page.file) ? days[page.file] : undefined
    if (updated !== undefined) page.own = { ...page.own, updated }
  }
  return failure === undefined ? [] : [describeFailure(failure, site, first)]
}

function describeFailure(failure: string, { config, configFile }: DatedSite, first: PlannedPage): Advice {
  const place = config.timestamp
    ? { file: configFile, path: 'metadata.timestamp' }
    : { file: first.file, path: 'timestamp' }
  return {
    ...place,
    message: `Pages do not say when they were last changed: ${failure}.`,
    suggestion: 'Build from a clone that has its history, or write `lastUpdatedDate` into the pages.',
  }
}
