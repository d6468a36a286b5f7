import { findCode, walkParagraphs } from '../parse/find-code.ts'

/**
 * Visits what the pattern finds outside of code and escapes, once through the text; a visit may say where to go on. What
 * is code is a guess: whoever relies on it must be safe where the parser thinks otherwise.
 */
export function scanOutsideCode(
  text: string,
  pattern: string,
  visit: (found: string, index: number) => number | undefined,
): void {
  const codeAt = findCode(text, walkParagraphs(text))
  const mark = new RegExp(`\`+|~{3,}|\\\\.|${pattern}`, 'gms')
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    const [found] = match
    const first = found.charAt(0)
    if (first === '`' || first === '~') mark.lastIndex = codeAt(match.index, found).end
    else if (first !== '\\') mark.lastIndex = visit(found, match.index) ?? mark.lastIndex
  }
}
