import { exportId } from '@bindery/contract'
import { readQuery } from '../../parse-form.ts'
import type { Visit } from '../../visit.ts'
import type { ListedFinding } from './list-findings.ts'

/** What a report is narrowed to. */
export interface ReportFilters {
  kind: string | undefined
  /** A part of the file's path. */
  file: string | undefined
  /** The export whose findings are left out. */
  since: string | undefined
}

/** What no form of ours sends is as good as not said. */
export function readReportFilters(visit: Visit): ReportFilters {
  return {
    kind: /^\w{1,60}$/.exec(readQuery(visit, 'kind') ?? '')?.[0],
    file: readQuery(visit, 'file')?.slice(0, 200),
    since: exportId.safeParse(readQuery(visit, 'since')).data,
  }
}

export function isNarrowed({ kind, file, since }: ReportFilters): boolean {
  return [kind, file, since].some((value) => value !== undefined)
}

/** As a part of an address; empty where nothing is narrowed. */
export function writeReportFilters(filters: ReportFilters, more: Record<string, string> = {}): string {
  const given = Object.entries({ ...filters, ...more }).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][])}`
}

export function matches({ kind, file }: ReportFilters): (finding: ListedFinding) => boolean {
  const part = file?.toLowerCase()
  return (finding) =>
    (kind === undefined || finding.code === kind) && (part === undefined || finding.file.toLowerCase().includes(part))
}
