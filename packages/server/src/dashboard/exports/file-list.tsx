import { encodePath } from '@bindery/bundle'
import type { ExportFilePage } from '@bindery/contract'
import type { ExportRecord } from '../../core/exports/read/read-export.ts'
import { Empty } from '../view/empty.tsx'
import { Older } from '../view/layout/older.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Path } from '../view/name.tsx'
import { formatBytes } from '../view/numbers.ts'
import { type Column, Table } from '../view/table.tsx'
import type { MemberVisit } from '../visit.ts'
import { trailTo } from './trail-to.ts'
import { ViewLink } from './view-link.tsx'

interface Props {
  visit: MemberVisit
  job: ExportRecord
  page: ExportFilePage
}

export function FileList({ visit, job, page }: Props) {
  return (
    <Page visit={visit} title="Files" section="exports" trail={trailTo(job)}>
      {page.files.length > 0 ? (
        <Table caption="Files of the export" columns={columnsFor(visit, job.id)} rows={page.files} />
      ) : (
        <Empty title="No more files">
          <p>
            <a href={at(visit, `/exports/${job.id}/files`)}>Back to the first files</a>
          </p>
        </Empty>
      )}
      <Older visit={visit} path={`/exports/${job.id}/files`} cursor={page.nextCursor} label="Next files" />
    </Page>
  )
}

type File = ExportFilePage['files'][number]

function columnsFor(visit: MemberVisit, exportId: string): Column<File>[] {
  const href = (path: string) => at(visit, `/exports/${exportId}/files/${encodePath(path)}`)
  return [
    {
      title: 'File',
      cell: ({ path }) => (
        <a href={href(path)} download="">
          <Path text={path} />
        </a>
      ),
    },
    {
      title: 'Made from',
      cell: ({ page }) =>
        page === null ? (
          <span class="quiet">shared</span>
        ) : (
          <code>
            <Path text={page} />
          </code>
        ),
    },
    {
      title: 'View',
      cell: ({ path, type }) =>
        type.startsWith('text/html') && <ViewLink visit={visit} exportId={exportId} path={path} />,
    },
    { title: 'Type', cell: ({ type }) => type },
    { title: 'Size', align: 'end', cell: ({ size }) => <span class="nowrap">{formatBytes(size)}</span> },
  ]
}
