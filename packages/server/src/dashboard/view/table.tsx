import type { Child } from 'hono/jsx'

export interface Column<Row> {
  title: string
  cell: (row: Row) => Child
  /** Numbers stand under each other. */
  align?: 'end'
}

interface TableProps<Row> {
  /** What the rows are, for people who hear the page. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

export function Table<Row>({ caption, columns, rows }: TableProps<Row>) {
  const name = (align: 'end' | undefined) => (align ? { class: align } : {})
  return (
    <section class="table" tabindex={0} aria-label={caption}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, align }) => (
              <th scope="col" {...name(align)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map(({ cell, align }) => (
                <td {...name(align)}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
