import { readFile } from 'node:fs/promises'
import { type AskParent, compareAddresses, countSeverities, describeGone, openSite, type Report } from '@bindery/site'
import { writeMetered } from '../../cache/write-metered.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { openStoredSite, type StoredSite, type StoredSiteAsks } from './open-stored-site.ts'

interface CompareSites {
  before: StoredSite
  now: StoredSite
  /** Of the new site. */
  planFile: string
}

/** What the worker does for this task. */
export interface CompareAsks extends StoredSiteAsks {
  /** Where the report of the new site lies; what it has lost is added. */
  report(): Promise<string>
}

const codes = ['vanished_page', 'vanished_anchor']

/** Adds to the report what the new bundle has lost of the earlier one, and says how many. Doing it again changes nothing. */
export async function compareSites({ before, now, planFile }: CompareSites, ask: AskParent): Promise<number> {
  using meter = createRemoteMeter(ask)
  // What is gone may have become private, and then its words must stand in no report.
  const { privateRoutes = [] } = openSite(planFile).plan
  if (privateRoutes.length > 0) return 0
  const gone = await compareAddresses(await openStoredSite(before, ask), await openStoredSite(now, ask))
  if (gone.length === 0) return 0
  const report = (await ask('report')) as string
  const { findings, counts, ...rest } = JSON.parse(await readFile(report, 'utf8')) as Report
  const added = gone.map((one) => describeGone(one))
  for (const code of codes) {
    const count = added.filter((finding) => finding.code === code).length
    if (count > 0) counts.findings[code] = count
  }
  Object.assign(counts, countSeverities({ ...rest, counts }))
  const others = findings.filter(({ code }) => !codes.includes(code))
  const json = JSON.stringify({ ...rest, counts, findings: [...added, ...others] })
  await writeMetered(report, json, meter)
  return gone.length
}
