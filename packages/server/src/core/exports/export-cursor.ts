import { AppError } from '../app-error.ts'

/** Times of exports have whole milliseconds in the table, so a cursor loses nothing. */
export interface Cursor {
  createdAt: Date
  id: string
}

export function writeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')
}

export function readCursor(text: string): Cursor {
  const [, time, id] = /^(\d{1,14}) (se_[0-9a-f]{16})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (time && id) return { createdAt: new Date(Number(time)), id }
  throw new AppError('invalid_request', 'The cursor is not one that a list returned. Begin without one.', {
    details: [{ path: 'query.cursor', message: 'must be the nextCursor of an earlier page' }],
  })
}
