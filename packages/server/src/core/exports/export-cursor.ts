import { sql } from 'kysely'

/** Times of exports have whole milliseconds in the table, so a cursor loses nothing. */
interface Cursor {
  createdAt: Date
  id: string
}

function writeCursor({ createdAt, id }: Cursor): string {
  return `${createdAt.getTime()}.${id}`
}

/** The contract's pattern has let it through. */
function readCursor(text: string): Cursor {
  const [time = '', id = ''] = text.split('.')
  return { createdAt: new Date(Number(time)), id }
}

/** Of rows with the newest first: whether one comes after the last of the page before. */
export function isAfter(cursor: string) {
  const { createdAt, id } = readCursor(cursor)
  return sql<boolean>`(created_at, id) < (${createdAt}, ${id})`
}

/** What was read, without the one row more that tells whether there is a further page. */
export function cutPage<Row extends { created_at: Date; id: string }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isLast = !last || rows.length <= limit
  return { page, nextCursor: isLast ? null : writeCursor({ createdAt: last.created_at, id: last.id }) }
}
