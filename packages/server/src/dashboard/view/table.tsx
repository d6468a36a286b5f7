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

/** On a narrow screen each row is a card, and each cell is named by its column. */
export function Table<Row>({ caption, columns, rows }: TableProps<Row>) {
  const name = (align: 'end' | undefined) => (align ? { class: align } : {})
  return (
    <section class="table" tabindex={0} aria-label={caption}>
      <table class="rows">
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
              {columns.map(({ title, cell, align }) => (
                <td data-title={title} {...name(align)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
