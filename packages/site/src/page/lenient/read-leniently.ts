import { PageError } from '../parse/page-error.ts'
import { escapeAll, escapeEverywhere } from './escape-all.ts'
import { escapePart } from './escape-part.ts'
import { findComments } from './find-comments.ts'
import { blankOut } from './ranges.ts'

/** How often a part is made text before the whole page is; a real page has seldom more than three such parts. */
const mostParts = 40
/** Characters read in all for it: a large page is not read forty times. */
const mostCharacters = 20_000_000

interface Lenient<Result> {
  file: string
  text: string
  read(text: string): Result
  /** Hears why the text could not be read as it is. */
  onError(error: PageError): void
}

/**
 * Reads a text that may not be valid MDX: first as it is, then with the offending parts as text, and last as Markdown
 * alone. Comments go before anything is made text, so that none of them becomes readable. Throws the first error when
 * there is nothing to be done.
 */
export function readLeniently<Result>({ file, text, read, onError }: Lenient<Result>): Result {
  const attempt = (candidate: string): Result | PageError => {
    try {
      return read(candidate)
    } catch (error) {
      if (error instanceof PageError && error.file === file) return error
      throw error
    }
  }
  const first = attempt(text)
  if (!(first instanceof PageError)) return first
  const ways = [
    () => readInParts(text, first, attempt),
    () => attempt(escapeAll(text)),
    () => attempt(escapeEverywhere(text)),
  ]
  for (const way of ways) {
    const outcome = way()
    if (outcome instanceof PageError) continue
    onError(first)
    return outcome
  }
  throw first
}

function readInParts<Result>(
  text: string,
  first: PageError,
  attempt: (text: string) => Result | PageError,
): Result | PageError {
  let current = blankOut(text, findComments(text))
  let outcome = current === text ? first : attempt(current)
  const most = Math.min(mostParts, mostCharacters / text.length)
  for (let parts = 0; parts < most && outcome instanceof PageError; parts++) {
    const escaped = escapePart(current, outcome)
    if (escaped === undefined) return outcome
    current = escaped
    outcome = attempt(current)
  }
  return outcome
}
