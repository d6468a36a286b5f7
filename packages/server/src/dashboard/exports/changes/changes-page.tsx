import { encodePath } from '@bindery/bundle'
import type { ExportChanges, PageChange } from '@bindery/contract'
import type { ExportRecord } from '../../../core/exports/read/read-export.ts'
import { Empty } from '../../view/empty.tsx'
import { Choice } from '../../view/forms/form.tsx'
import { Older } from '../../view/layout/older.tsx'
import { at, Page } from '../../view/layout/page.tsx'
import { formatCount } from '../../view/numbers.ts'
import { type Column, Table } from '../../view/table.tsx'
import type { MemberVisit } from '../../visit.ts'
import { type EarlierExport, nameEarlier } from '../name-earlier.ts'
import { trailTo } from '../trail-to.ts'
import { ViewLink } from '../view-link.tsx'

interface Props {
  visit: MemberVisit
  job: ExportRecord
  /** What it may be compared with. */
  earlier: EarlierExport[]
  list: ExportChanges
}

export function ChangesPage({ visit, job, earlier, list }: Props) {
  const path = `/exports/${job.id}/changes`
  return (
    <Page visit={visit} title="Changes" section="exports" trail={trailTo(job)}>
      <form class="filters" method="get" action={at(visit, path)}>
        <Choice label="Compare with" name="since" value={list.since} options={toOptions(earlier, list.since)} />
        <button type="submit">Compare</button>
      </form>
      <Counts counts={list.counts} />
      {list.pages.length > 0 ? (
        <Table caption="Pages that differ" columns={columnsFor(visit, job, list.since)} rows={list.pages} />
      ) : (
        <Empty title="No page differs">
          <p>Both exports have the same pages with the same content.</p>
        </Empty>
      )}
      <Older visit={visit} path={path} filters={{ since: list.since }} cursor={list.nextCursor} label="Next pages" />
    </Page>
  )
}

function toOptions(earlier: Props['earlier'], since: string) {
  const options = earlier.map((one) => ({ value: one.id, label: nameEarlier(one) }))
  return options.some(({ value }) => value === since) ? options : [{ value: since, label: since }, ...options]
}

const names: Record<PageChange['kind'], string> = {
  added: 'Added',
  changed: 'Changed',
  moved: 'Moved',
  removed: 'Removed',
  rendered: 'Same text, new rendering',
}

function Counts({ counts }: Pick<ExportChanges, 'counts'>) {
  return (
    <dl class="figures">
      {Object.entries(names).map(([kind, name]) => (
        <div>
          <dt>{name}</dt>
          <dd>{formatCount(counts[kind as PageChange['kind']])}</dd>
        </div>
      ))}
    </dl>
  )
}

function columnsFor(visit: MemberVisit, job: ExportRecord, since: string): Column<PageChange>[] {
  return [
    { title: 'Page', cell: ({ path }) => <code>{path}</code> },
    {
      title: 'What happened',
      cell: ({ kind, from }) => (from === null ? names[kind] : <>Moved from {<code>{from}</code>}</>),
    },
    {
      title: 'Text',
      cell: ({ kind, path, from }) =>
        (kind === 'changed' || kind === 'added' || kind === 'removed') && (
          <a class="nowrap" href={differencePath(visit, job.id, { since, path, from })} aria-label={`Compare ${path}`}>
            Compare
          </a>
        ),
    },
    {
      title: 'View',
      cell: ({ kind, path }) => <ViewLink visit={visit} exportId={kind === 'removed' ? since : job.id} path={path} />,
    },
  ]
}

function differencePath(
  visit: MemberVisit,
  exportId: string,
  { since, path, from }: { since: string; path: string; from: string | null },
): string {
  const query = new URLSearchParams({ since, ...(from !== null && { from }) })
  return `${at(visit, `/exports/${exportId}/changes/${encodePath(path)}`)}?${query}`
}
