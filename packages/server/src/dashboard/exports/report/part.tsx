import { formatCount } from '../../view/numbers.ts'
import { type Column, Table } from '../../view/table.tsx'

interface PartProps<Row> {
  title: string
  isOpen: boolean
  /** How many there are in all, where not each is shown. */
  count?: number
  rows: readonly Row[]
  columns: Column<Row>[]
  /** Where all of them are. */
  all?: string
}

/** One kind of what a report has. */
export function Part<Row>({ title, isOpen, rows, columns, all, count = rows.length }: PartProps<Row>) {
  if (rows.length === 0) return null
  return (
    <details class="part" open={isOpen}>
      <summary>
        <h2>{title}</h2> <span class="badge">{formatCount(count)}</span>
      </summary>
      <Table caption={title} columns={columns} rows={rows} />
      {all !== undefined && count > rows.length && (
        <p class="more">
          <a href={all}>
            Show all {formatCount(count)}: {title}
          </a>
        </p>
      )}
    </details>
  )
}
