/** Times of exports have whole milliseconds in the table, so a cursor loses nothing. */
export interface Cursor {
  createdAt: Date
  id: string
}

export function writeCursor({ createdAt, id }: Cursor): string {
  return `${createdAt.getTime()}.${id}`
}

/** The contract's pattern has let it through. */
export function readCursor(text: string): Cursor {
  const [time = '', id = ''] = text.split('.')
  return { createdAt: new Date(Number(time)), id }
}
