import type { ExportReport } from '@bindery/contract'
import { formatCount } from '../../view/numbers.ts'
import type { Column } from '../../view/table.tsx'
import { Part } from './part.tsx'

// The download has all.
const mostShown = 50

/** What is good to know and nothing to fix. */
export function Notes({ report, isOpen }: { report: ExportReport; isOpen: boolean }) {
  const { leftOut, outsideHosts, unlisted, counts } = report
  return (
    <>
      <Note
        title="Files left out"
        isOpen={isOpen}
        count={counts.leftOutFiles}
        rows={leftOut}
        columns={leftOutColumns}
      />
      <Note
        title="Other hosts that pages load from, or offer to load from"
        isOpen={isOpen}
        count={counts.outsideHosts}
        rows={outsideHosts}
        columns={hostColumns}
      />
      <Note
        title="Pages missing from the navigation"
        isOpen={isOpen}
        count={counts.unlisted}
        rows={unlisted}
        columns={pageColumn}
      />
    </>
  )
}

function Note<Row>({
  rows,
  count,
  ...part
}: {
  title: string
  isOpen: boolean
  count: number
  rows: readonly Row[]
  columns: Column<Row>[]
}) {
  const left = count - mostShown
  return (
    <>
      <Part {...part} isOpen={part.isOpen && left <= 0} count={count} rows={rows.slice(0, mostShown)} />
      {left > 0 && <p class="hint">{formatCount(left)} more. The JSON download names up to 2,000.</p>}
    </>
  )
}

const leftOutColumns: Column<ExportReport['leftOut'][number]>[] = [
  { title: 'File', cell: ({ file }) => <code>{file}</code> },
  { title: 'Why', cell: ({ reason }) => reason },
]
const hostColumns: Column<ExportReport['outsideHosts'][number]>[] = [
  { title: 'Host', cell: ({ host }) => <code>{host}</code> },
  { title: 'Pages', align: 'end', cell: ({ count }) => formatCount(count) },
  { title: 'Such as', cell: ({ pages }) => pages.slice(0, 3).join(', ') },
]
const pageColumn: Column<string>[] = [{ title: 'Page', cell: (name) => <code>{name}</code> }]
