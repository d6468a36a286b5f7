import { createRequire } from 'node:module'
import { listEarlierExports } from '../../../core/exports/read/list-earlier-exports.ts'
import type { ExportRecord } from '../../../core/exports/read/read-export.ts'
import { openReport } from '../../../core/exports/read/read-report.ts'
import type { Answer } from '../../answer.ts'
import { bindPage } from '../../bind-page.ts'
import type { Dashboard } from '../../dashboard.ts'
import type { PageHandlers } from '../../page-handlers.ts'
import { readQuery } from '../../parse-form.ts'
import { type MemberVisit, occupantOf } from '../../visit.ts'
import { findExport } from '../find-export.ts'
import type { ListedFinding } from './list-findings.ts'
import { findFindings, readFindings } from './read-findings.ts'
import { readReportFilters } from './report-filters.ts'
import { LargeReport, ReportPage } from './report-page.tsx'
import { writeReportCsv } from './write-report-csv.ts'
import { writeSarif } from './write-sarif.ts'

const path = '/dashboard/:organization/exports/:export/report'
const { version } = createRequire(import.meta.url)('../../../../package.json') as { version: string }

/** What an export found, to read, to narrow and to take elsewhere. */
export function bindReport(app: Dashboard, handlers: PageHandlers): void {
  const { deps } = handlers
  bindPage(app, handlers, { operation: 'showReport', path, needs: 'viewer' }, async (visit) => {
    const job = await findExport(deps, visit)
    const earlier = await listEarlierExports(deps.db, job, 20)
    const narrowed = await findFindings(deps, visit, job.id, readReportFilters(visit))
    if (!narrowed) return <LargeReport visit={visit} job={job} />
    const cursor = Number(/^\d{1,6}$/.exec(readQuery(visit, 'cursor') ?? '')?.[0] ?? 0)
    return <ReportPage view={{ ...narrowed, visit, job, earlier, cursor }} />
  })
  bindPage(app, handlers, { operation: 'downloadReport', path: `${path}.json`, needs: 'viewer' }, async (visit) => {
    const { id } = await findExport(deps, visit)
    const { bytes } = await openReport(deps, visit.caller, id)
    const body = await deps.downloads.stream(visit.c, occupantOf(visit), bytes)
    return { kind: 'file', type: 'application/json', body, name: `${id}.json` }
  })
  bindDownload('downloadReportCsv', 'csv', 'text/csv; charset=utf-8', (_job, findings) => writeReportCsv(findings))
  bindDownload('downloadReportSarif', 'sarif', 'application/sarif+json', (job, findings) =>
    writeSarif(job, findings, version),
  )

  /** The findings that the address names, in another format. */
  function bindDownload(
    operation: string,
    ending: string,
    type: string,
    write: (job: ExportRecord, findings: readonly ListedFinding[]) => string,
  ): void {
    const entry = { operation, path: `${path}.${ending}`, needs: 'viewer' } as const
    bindPage(app, handlers, entry, async (visit: MemberVisit): Promise<Answer> => {
      const job = await findExport(deps, visit)
      const { findings } = await readFindings(deps, visit, job.id, readReportFilters(visit))
      const body = write(job, findings)
      deps.downloads.begin(visit.c, occupantOf(visit), body.length)
      return { kind: 'file', type, body, name: `${job.id}.${ending}` }
    })
  }
}
