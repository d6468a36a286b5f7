import { exportStatus } from '@bindery/contract'
import type { ExportSummary } from '../../core/exports/read/list-export-history.ts'
import { hasRole } from '../enter-organization.ts'
import { revisionOf } from '../follow-list.ts'
import { Empty } from '../view/empty.tsx'
import { Pick } from '../view/forms/pick.tsx'
import { Older } from '../view/layout/older.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { LiveList } from '../view/live-list.tsx'
import { Name, shortenRef } from '../view/name.tsx'
import { formatCount } from '../view/numbers.ts'
import { Status } from '../view/status.tsx'
import { type Column, Table } from '../view/table.tsx'
import { formatDuration, StartTime } from '../view/time.tsx'
import { WhoStarts } from '../view/who-starts.tsx'
import type { MemberVisit } from '../visit.ts'
import { FindingCounts } from './finding-counts.tsx'
import { ViewSite } from './view-link.tsx'

interface Props {
  visit: MemberVisit
  exports: ExportSummary[]
  nextCursor: string | null
  filters: { domain?: string | undefined; status?: string | undefined }
  /** Those of the organization's projects, or the first of many. */
  domains: string[]
}

export function ExportList({ visit, exports, nextCursor, filters, domains }: Props) {
  const mayStart = hasRole(visit.organization.role, 'writer') && domains.length > 0
  const start = mayStart && (
    <a class="button primary" href={at(visit, '/exports/new')}>
      Start an export
    </a>
  )
  const isFiltered = filters.domain !== undefined || filters.status !== undefined
  const isNew = exports.length === 0 && !isFiltered
  return (
    <Page visit={visit} title="Exports" section="exports" action={!isNew && start}>
      {!isNew && <Filters visit={visit} filters={filters} domains={domains} />}
      {!isNew && <ExportRows visit={visit} exports={exports} nextCursor={nextCursor} filters={filters} />}
      {isNew && <FirstExport visit={visit} start={start} hasDomains={domains.length > 0} />}
    </Page>
  )
}

/** The part that moves, also as the fragment that moves it. */
export function ExportRows({ visit, exports, nextCursor, filters }: Omit<Props, 'domains'>) {
  return (
    <LiveList visit={visit} path="/exports/live" revision={revisionOf(exports)}>
      {exports.length > 0 && <Table caption="Exports" columns={columnsFor(visit)} rows={exports} />}
      <Older visit={visit} path="/exports" filters={filters} cursor={nextCursor} />
      {exports.length === 0 && (
        <Empty title="No matching exports">
          <p>
            No export matches these filters. <a href={at(visit, '/exports')}>Show all exports</a>
          </p>
        </Empty>
      )}
    </LiveList>
  )
}

function FirstExport({ visit, start, hasDomains }: { visit: MemberVisit; start: unknown; hasDomains: boolean }) {
  return (
    <Empty title="No exports yet">
      <p>
        An export renders a documentation site into static files and packs them into one bundle, which any host can
        serve.
      </p>
      <p>{start || <WhoStarts visit={visit} isConnected={hasDomains} />}</p>
    </Empty>
  )
}

function Filters({ visit, filters, domains }: Pick<Props, 'visit' | 'filters' | 'domains'>) {
  const named = (value: string) => ({ value, label: value })
  return (
    <form class="filters" method="get" data-instant="" action={at(visit, '/exports')}>
      <Pick label="Domain" name="domain" options={domains.map(named)} value={filters.domain} />
      <Pick label="Status" name="status" options={exportStatus.options.map(named)} value={filters.status} />
      <button type="submit">Filter</button>
    </form>
  )
}

function columnsFor(visit: MemberVisit): Column<ExportSummary>[] {
  return [
    {
      title: 'Status',
      cell: ({ status, errorCode }) => <Status of={errorCode === 'cancelled' ? errorCode : status} />,
    },
    {
      title: 'Domain',
      cell: ({ id, domain, projectName }) => (
        <span class="pair">
          <Name text={domain} href={at(visit, `/exports/${id}`)} />
          <small>
            <Name text={projectName} />
          </small>
        </span>
      ),
    },
    {
      title: 'Commit',
      cell: ({ version, commit, ref, message }) => (
        <span class="pair">
          <code>
            <Name text={version ?? commit?.slice(0, 7) ?? '–'} />
          </code>
          {message !== null && <span class="clamp">{message}</span>}
          {ref !== null && <small>{shortenRef(ref)}</small>}
        </span>
      ),
    },
    {
      title: 'Pages',
      align: 'end',
      cell: ({ pagesRendered, pagesReused }) => (
        <span class="pair">
          {formatCount(pagesRendered + pagesReused)}
          {pagesReused > 0 && <small>{formatCount(pagesReused)} reused</small>}
        </span>
      ),
    },
    {
      title: 'Findings',
      cell: ({ status, errors, warnings }) =>
        status === 'completed' || errors + warnings > 0 ? <FindingCounts errors={errors} warnings={warnings} /> : '–',
    },
    {
      title: 'Started',
      cell: ({ startedAt, created_at, startedBy }) => <StartTime at={startedAt ?? created_at} by={startedBy} />,
    },
    { title: 'Took', align: 'end', cell: ({ seconds }) => (seconds === null ? '–' : formatDuration(seconds)) },
    {
      title: 'Site',
      cell: ({ id, domain, hasFiles }) => hasFiles && <ViewSite visit={visit} exportId={id} domain={domain} />,
    },
  ]
}
