import type { Range } from './ranges.ts'
import { scanOutsideCode } from './scan-outside-code.ts'

/** What begins a statement and not a sentence: “import your data from the API” is one for people. */
const importStatement = /import\s*(?:["'{*]|[\w$]+\s*,|[\w$]+\s+from(?:\s*["';]|\s*$))/my
const wholeImport = /import\b[^\n"']*(?:"[^"\n]*"|'[^'\n]*')[ \t]*;?[ \t\r]*$/my
const exportStatement =
  /export\s*(?:[{*]|(?:default|const|let|var|function|async|class|type|interface|enum|abstract)\b)/y
const blankLine = /\n[ \t\r]*(?=\n)/g
const closings: Record<string, RegExp> = { '"': /["\n]/g, "'": /['\n]/g, '`': /`/g, '/*': /\*\//g, '//': /\n/g }
const scriptMark = /["'`]|\/\*|\/\/|[{[(]|[}\])]|\n[ \t\r]*(?=\n)/g

/**
 * Where the `import` and `export` statements of a page stand, whether or not they are right. What an `export` holds may
 * be private, so one whose brackets never close goes on to the end of the page.
 */
export function findModules(text: string): Range[] {
  const modules: Range[] = []
  scanOutsideCode(text, '^(?:import|export)\\b', (found, index) => {
    const isImport = found === 'import'
    if (!startsAt(text, index, isImport ? importStatement : exportStatement)) return undefined
    const end = isImport ? endOfImport(text, index) : endOfExport(text, index)
    modules.push([index, end])
    return end
  })
  return modules
}

function startsAt(text: string, index: number, pattern: RegExp): boolean {
  pattern.lastIndex = index
  return pattern.test(text)
}

/** With its line, or with the paragraph if that does not close it. */
function endOfImport(text: string, start: number): number {
  if (startsAt(text, start, wholeImport)) return wholeImport.lastIndex
  blankLine.lastIndex = start
  return blankLine.exec(text)?.index ?? text.length
}

/** With a blank line outside all brackets. */
function endOfExport(text: string, start: number): number {
  let nesting = 0
  scriptMark.lastIndex = start
  for (let mark = scriptMark.exec(text); mark; mark = scriptMark.exec(text)) {
    const { index, 0: found } = mark
    if (found.startsWith('\n')) {
      if (nesting <= 0) return index
    } else if ('{[('.includes(found)) nesting += 1
    else if ('}])'.includes(found)) nesting -= 1
    else scriptMark.lastIndex = endOfText(text, index, found)
  }
  return text.length
}

/** Of a string or a comment; a quote that its line does not close is an apostrophe. */
function endOfText(text: string, start: number, sign: string): number {
  const from = start + sign.length
  const close = closings[sign] as RegExp
  close.lastIndex = from
  const found = close.exec(text)
  if (found?.[0] === '\n') return sign === '//' ? found.index : from
  if (found) return close.lastIndex
  return sign === '"' || sign === "'" ? from : text.length
}
