import type { ExportReport } from '@bindery/contract'
import { formatCount } from '../../view/numbers.ts'
import type { Column } from '../../view/table.tsx'
import { Part } from './part.tsx'

// The download has all.
const mostShown = 50

/** What is good to know and nothing to fix. */
export function Notes({ report, isOpen }: { report: ExportReport; isOpen: boolean }) {
  const { leftOut, outsideHosts, unlisted } = report
  const named = (title: string, names: string[], column: string) => (
    <Note title={title} isOpen={isOpen} rows={names} columns={nameColumn(column)} />
  )
  return (
    <>
      <Note title="Files left out" isOpen={isOpen} rows={leftOut} columns={leftOutColumns} />
      <Note
        title="Other hosts that pages load from, or offer to load from"
        isOpen={isOpen}
        rows={outsideHosts}
        columns={hostColumns}
      />
      {named('Pages missing from the navigation', unlisted, 'Page')}
    </>
  )
}

function Note<Row>({
  rows,
  ...part
}: {
  title: string
  isOpen: boolean
  rows: readonly Row[]
  columns: Column<Row>[]
}) {
  const left = rows.length - mostShown
  return (
    <>
      <Part {...part} isOpen={part.isOpen && left <= 0} count={rows.length} rows={rows.slice(0, mostShown)} />
      {left > 0 && <p class="hint">{formatCount(left)} more are in the JSON download.</p>}
    </>
  )
}

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
