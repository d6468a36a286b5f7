import { Html, html } from './html.ts'

/** No column of ours is too narrow for a shorter one. */
const longName = /(\S{20,})/
const parts = /(?<=[a-z\d])(?=[A-Z])|(?<=[_./])(?=\w)/

/** Text in which a long name may end its line between its parts, and not before its last letter. */
export function breakNames(text: string): Html {
  const pieces = text.split(longName).map((piece, index) => (index % 2 === 0 ? [piece] : piece.split(parts)))
  return new Html(pieces.map((piece) => piece.map((part) => html`${part}`.text).join('<wbr>')).join(''))
}
