import type { ExportReport } from '@bindery/contract'
import { countSeverities } from '@bindery/site/findings'
import type { ExportRecord } from '../../core/exports/read/read-export.ts'
import { Empty } from '../view/empty.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { formatCount, formatMany } from '../view/numbers.ts'
import { type Column, Table } from '../view/table.tsx'
import type { MemberVisit } from '../visit.ts'
import { groupFindings, splitMessage } from './group-findings.ts'
import { trailTo } from './trail-to.ts'
import { pageOfFile, ViewLink } from './view-link.tsx'

// A page that names thousands helps nobody; the download has all.
const mostShown = 200

// What fits on two screens stands open; of more the kinds are shown, each with its count.
const mostOpen = 50

interface Props {
  visit: MemberVisit
  job: ExportRecord
  report: ExportReport
}

export function ReportPage({ visit, job, report }: Props) {
  const groups = groupFindings(report)
  const isOpen = countRows(report) <= mostOpen
  const view = viewColumns(visit, job)
  const download = (
    <a class="button" href={at(visit, `/exports/${job.id}/report.json`)}>
      Download as JSON
    </a>
  )
  return (
    <Page visit={visit} title="Report" section="exports" trail={trailTo(job)} action={download}>
      <Counts report={report} />
      {groups.length === 0 && report.failures.length === 0 && (
        <Empty title="No problems found">
          <p>Every link works, and every image and file is there.</p>
        </Empty>
      )}
      <Part
        isOpen={isOpen}
        title="Pages that failed"
        count={report.counts.failed}
        rows={report.failures}
        columns={[...failureColumns, ...view]}
      />
      {groups.map(({ title, count, findings, hasTargets }) => (
        <Part
          isOpen={isOpen}
          title={title}
          count={count}
          rows={findings}
          columns={[...(hasTargets ? targetColumns : findingColumns), ...view]}
        />
      ))}
      <Part isOpen={isOpen} title="Configuration mistakes" rows={report.advice} columns={adviceColumns} />
      <Part isOpen={isOpen} title="Files left out" rows={report.leftOut} columns={leftOutColumns} />
      <Part
        isOpen={isOpen}
        title="Other hosts that pages load from, or offer to load from"
        rows={report.outsideHosts}
        columns={hostColumns}
      />
      <Part
        isOpen={isOpen}
        title="Pages missing from the navigation"
        rows={report.unlisted}
        columns={nameColumn('Page')}
      />
      <Part
        isOpen={isOpen}
        title="Settings that a static site does not use"
        rows={report.ignoredSettings}
        columns={nameColumn('Setting')}
      />
    </Page>
  )
}

function Counts({ report }: Pick<Props, 'report'>) {
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

/** All that the page lists. */
function countRows(report: ExportReport): number {
  const { failures, findings, advice, leftOut, outsideHosts, unlisted, ignoredSettings } = report
  return [failures, findings, advice, leftOut, outsideHosts, unlisted, ignoredSettings].flat().length
}

interface PartProps<Row> {
  title: string
  isOpen: boolean
  /** How many there are in all, where the report does not name each. */
  count?: number
  rows: readonly Row[]
  columns: Column<Row>[]
}

function Part<Row>({ title, isOpen, rows, columns, count = rows.length }: PartProps<Row>) {
  if (rows.length === 0) return null
  const shown = rows.slice(0, mostShown)
  return (
    <details class="part" open={isOpen}>
      <summary>
        <h2>{title}</h2> <span class="badge">{formatCount(count)}</span>
      </summary>
      <Table caption={title} columns={columns} rows={shown} />
      {count > shown.length && (
        <p class="hint">
          {formatCount(count - shown.length)} more.{rows.length > shown.length && ' The download lists them all.'}
        </p>
      )}
    </details>
  )
}

interface Place {
  file: string
  line: number
  column: number
}

const place = <Row extends Place>(): Column<Row>[] => [
  { title: 'File', cell: ({ file }) => <code>{file}</code> },
  { title: 'Line', align: 'end', cell: ({ line, column }) => `${line}:${column}` },
]
/** What a reader sees of it; an export that failed has nothing to look at. */
function viewColumns(visit: MemberVisit, { id, status }: ExportRecord): Column<Place>[] {
  if (status !== 'completed') return []
  const cell = ({ file }: Place) => {
    const page = pageOfFile(file)
    return page !== undefined && <ViewLink visit={visit} exportId={id} path={page} />
  }
  return [{ title: 'View', cell }]
}

const failureColumns: Column<ExportReport['failures'][number]>[] = [
  ...place<ExportReport['failures'][number]>(),
  { title: 'Why', cell: ({ reason }) => reason },
]
type Finding = ExportReport['findings'][number]
const findingColumns: Column<Finding>[] = [...place<Finding>(), { title: 'What', cell: ({ message }) => message }]
const targetColumns: Column<Finding>[] = [
  ...place<Finding>(),
  { title: 'Target', cell: ({ message }) => <code>{splitMessage(message).target}</code> },
  { title: 'Why', cell: ({ message }) => splitMessage(message).reason },
]
const adviceColumns: Column<ExportReport['advice'][number]>[] = [
  { title: 'File', cell: ({ file }) => <code>{file}</code> },
  { title: 'Where', cell: ({ path }) => <code>{path}</code> },
  { title: 'What', cell: ({ message }) => message },
  { title: 'What to do', cell: ({ suggestion }) => suggestion },
]
const leftOutColumns: Column<ExportReport['leftOut'][number]>[] = [
  { title: 'File', cell: ({ file }) => <code>{file}</code> },
  { title: 'Why', cell: ({ reason }) => reason },
]
const hostColumns: Column<ExportReport['outsideHosts'][number]>[] = [
  { title: 'Host', cell: ({ host }) => <code>{host}</code> },
  { title: 'Pages', align: 'end', cell: ({ pages }) => formatCount(pages.length) },
  { title: 'Such as', cell: ({ pages }) => pages.slice(0, 3).join(', ') },
]
const nameColumn = (title: string): Column<string>[] => [{ title, cell: (name) => <code>{name}</code> }]
