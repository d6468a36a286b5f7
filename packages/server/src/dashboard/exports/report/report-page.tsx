import { countKinds, countSeverities } from '@bindery/site/findings'
import { maxParsedBytes } from '../../../core/exports/read/read-report.ts'
import { hasRole } from '../../enter-organization.ts'
import { Empty } from '../../view/empty.tsx'
import { Older } from '../../view/layout/older.tsx'
import { at, Page } from '../../view/layout/page.tsx'
import { formatBytes, formatCount, formatMany } from '../../view/numbers.ts'
import { trailTo } from '../trail-to.ts'
import { columnsOf } from './finding-columns.tsx'
import { groupFindings } from './group-findings.ts'
import { Notes } from './notes.tsx'
import { Part } from './part.tsx'
import { ReportFilter } from './report-filter.tsx'
import { isNarrowed, writeReportFilters } from './report-filters.ts'
import type { ReportView } from './report-view.ts'

// What fits on two screens stands open; of more the kinds are shown, each with its count and its first findings.
const mostOpen = 50
const mostPreviewed = 20

/** Of one kind. */
const pageLength = 50

export function ReportPage({ view }: { view: ReportView }) {
  const { visit, job, report, filters, findings } = view
  return (
    <Page visit={visit} title="Report" section="exports" trail={trailTo(job)} action={<Downloads view={view} />}>
      <Counts report={report} />
      <ReportFilter view={view} />
      <Outcome view={view} />
      {filters.kind === undefined ? <Kinds view={view} /> : <OneKind view={view} />}
      {!isNarrowed(filters) && <Notes report={report} isOpen={findings.length <= mostOpen} />}
    </Page>
  )
}

/** In place of a report that is too large to be parsed for a page. */
export function LargeReport({ visit, job }: Pick<ReportView, 'visit' | 'job'>) {
  return (
    <Page visit={visit} title="Report" section="exports" trail={trailTo(job)}>
      <Empty title="This report is too large to show">
        <p>
          The dashboard shows reports of up to {formatBytes(maxParsedBytes)}.{' '}
          <a href={at(visit, `/exports/${job.id}/report.json`)}>Download it as JSON</a>
        </p>
      </Empty>
    </Page>
  )
}

function Downloads({ view: { visit, job, filters } }: { view: ReportView }) {
  const narrowed = writeReportFilters(filters)
  const offers = [
    ['JSON', 'report.json'],
    ['CSV', `report.csv${narrowed}`],
    ['SARIF', `report.sarif${narrowed}`],
  ] as const
  return (
    <div class="actions">
      <span class="quiet">Download</span>
      {offers.map(([name, file]) => (
        <a class="button" href={at(visit, `/exports/${job.id}/${file}`)} aria-label={`Download as ${name}`}>
          {name}
        </a>
      ))}
    </div>
  )
}

function Counts({ report }: Pick<ReportView, 'report'>) {
  const { counts, renderer } = report
  const totals = countSeverities(report)
  const figures = [
    ['Pages', counts.pages],
    ['Rendered', counts.rendered],
    ['Failed', counts.failed],
    ['Left out', counts.leftOut],
    ['Errors', totals.errors],
    ['Warnings', totals.warnings],
    ['Advice', totals.advice],
  ] as const
  return (
    <>
      <dl class="figures">
        {figures.map(([name, count]) => (
          <div>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        {formatCount(counts.withoutFallback)} of {formatMany(counts.rendered, 'page')} rendered without placeholders.
        Renderer version {renderer}.
      </p>
    </>
  )
}

/** How many the filters leave, and the way to have them fixed. */
function Outcome({ view }: { view: ReportView }) {
  const { visit, job, filters, findings, isCertain } = view
  if (findings.length === 0) return <Nothing view={view} />
  const mayAsk = hasRole(visit.organization.role, 'writer')
  const count = listKinds(view).reduce((sum, kind) => sum + kind.count, 0)
  return (
    <>
      <div class="standing">
        <span>{formatMany(count, filters.since === undefined ? 'finding' : 'new finding')}</span>
        {mayAsk && (
          <a
            class="button primary"
            href={at(visit, `/agent-jobs/new${writeReportFilters(filters, { export: job.id })}`)}
          >
            Ask the agent to fix these
          </a>
        )}
      </div>
      {!isCertain && (
        <p class="hint">The earlier report names only the first 2,000 of a kind. Some of these may not be new.</p>
      )}
    </>
  )
}

function Nothing({ view: { visit, job, filters } }: { view: ReportView }) {
  if (!isNarrowed(filters)) {
    return (
      <Empty title="No problems found">
        <p>Every link works, and every image and file is there.</p>
      </Empty>
    )
  }
  const isNew = filters.since !== undefined && filters.kind === undefined && filters.file === undefined
  return (
    <Empty title={isNew ? 'Nothing new' : 'No matching findings'}>
      <p>
        {isNew ? 'Everything in this report was in the earlier one too.' : 'No finding matches these filters.'}{' '}
        <a href={at(visit, `/exports/${job.id}/report`)}>Show the whole report</a>
      </p>
    </Empty>
  )
}

/** Each kind with its first findings, folded away where there are many. */
function Kinds({ view }: { view: ReportView }) {
  const { visit, job, filters, findings } = view
  return (
    <>
      {listKinds(view).map(({ code, title, count, findings: found, hasTargets }) => (
        <Part
          title={title}
          count={count}
          rows={count > mostPreviewed ? found.slice(0, mostPreviewed) : found}
          isOpen={findings.length <= mostOpen}
          columns={columnsOf({ visit, job, hasTargets })}
          all={at(visit, `/exports/${job.id}/report${writeReportFilters({ ...filters, kind: code })}`)}
        />
      ))}
    </>
  )
}

/** All of one kind, in pages. */
function OneKind({ view }: { view: ReportView }) {
  const { visit, job, filters, cursor } = view
  const [kind] = listKinds(view)
  if (!kind) return null
  const { title, count, findings, hasTargets } = kind
  const next = cursor + pageLength
  return (
    <>
      <Part
        title={title}
        count={count}
        rows={findings.slice(cursor, next)}
        isOpen
        columns={columnsOf({ visit, job, hasTargets })}
      />
      <Older
        visit={visit}
        path={`/exports/${job.id}/report`}
        filters={{ ...filters }}
        cursor={next < findings.length ? String(next) : null}
        label="Next findings"
      />
      {count > findings.length && (
        <p class="hint">The report names the first {formatCount(findings.length)} of them.</p>
      )}
    </>
  )
}

/** The kinds with as many as there are of each, also where the report does not name every one. */
function listKinds({ report, filters, findings }: ReportView) {
  const isWhole = filters.file === undefined && filters.since === undefined
  const counts = isWhole ? countKinds(report) : {}
  return groupFindings(findings).map((group) => ({
    ...group,
    count: Math.max(counts[group.code] ?? 0, group.findings.length),
  }))
}
