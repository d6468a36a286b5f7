/** A page that cannot be read at all. What can be rendered in part is a diagnostic instead. */
export class PageError extends Error {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly reason: string

  constructor(file: string, line: number, column: number, reason: string) {
    super(`${file}:${line}:${column}: ${reason}`)
    this.name = 'PageError'
    this.file = file
    this.line = line
    this.column = column
    this.reason = reason
  }
}
