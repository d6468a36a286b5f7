import { findComments } from './find-comments.ts'
import { findModules } from './find-modules.ts'
import { applyEdits, blankOf, blankOut, type Edit } from './ranges.ts'
import { scanOutsideCode } from './scan-outside-code.ts'

/** The page as plain Markdown, in which a tag and a brace are text: nothing is left that could be wrong. */
export function escapeAll(text: string): string {
  const plain = blankOut(text, findComments(text))
  return escapeMarks(blankOut(plain, findModules(plain)))
}

/** The same without code, for a text in which the guess at what is code was wrong. */
export function escapeEverywhere(text: string): string {
  return escapeAll(text.replace(/\\.|[`~]/gs, (found) => (found.length > 1 ? found : `\\${found}`)))
}

/** What stands in braces was code, so its comments are not for readers. */
function escapeMarks(text: string): string {
  const edits: Edit[] = []
  let isInBraces = false
  scanOutsideCode(text, '[{<]|\\/[*/]', (found, index) => {
    if (found === '{' || found === '<') {
      isInBraces ||= found === '{'
      edits.push([index, index, '\\'])
      return undefined
    }
    const end = endOfComment(text, index, isInBraces)
    if (end !== undefined) edits.push([index, end, blankOf(text.slice(index, end))])
    return end
  })
  return applyEdits(text, edits)
}

/** Outside of braces `//` is no comment, nor is `/*` without an end; after a colon it belongs to an address. */
function endOfComment(text: string, start: number, isInBraces: boolean): number | undefined {
  const isBlock = text.charAt(start + 1) === '*'
  if (!isBlock && (!isInBraces || text.charAt(start - 1) === ':')) return undefined
  const end = text.indexOf(isBlock ? '*/' : '\n', start + 2)
  if (end === -1) return isInBraces ? text.length : undefined
  return isBlock ? end + 2 : end
}
