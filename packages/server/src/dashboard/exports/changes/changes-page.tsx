import type { ExportChanges } from '@bindery/contract'
import type { ExportRecord } from '../../../core/exports/read/read-export.ts'
import { Empty } from '../../view/empty.tsx'
import { Choice } from '../../view/forms/form.tsx'
import { Older } from '../../view/layout/older.tsx'
import { at, Page } from '../../view/layout/page.tsx'
import { Table } from '../../view/table.tsx'
import type { MemberVisit } from '../../visit.ts'
import { type EarlierExport, nameEarlier } from '../name-earlier.ts'
import { trailTo } from '../trail-to.ts'
import { ChangeCounts, changeColumns } from './change-table.tsx'

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
      <form class="filters" method="get" data-instant="" action={at(visit, path)}>
        <Choice label="Compare with" name="since" value={list.since} options={toOptions(earlier, list.since)} />
        <button type="submit">Compare</button>
      </form>
      <ChangeCounts counts={list.counts} />
      {list.pages.length > 0 ? (
        <Table caption="Pages that differ" columns={changeColumns(visit, job.id, list.since)} rows={list.pages} />
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
