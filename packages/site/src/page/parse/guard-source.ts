import { findCode, type Paragraph, walkParagraphs } from './find-code.ts'
import { PageError } from './page-error.ts'

/**
 * What the native parser may be given. It is recursive without a limit (6,000 brackets in braces end the whole
 * process) and takes twice as long for each tag in braces that is never closed (26 of them: 5 s). In 8,397 real files
 * the most seen is: 726,007 characters, 16,161 tags, 11 of them inside one another, 8 nested brackets, 7 open tags in
 * braces and none unclosed, a run of 2,391, 332 references and 181 braces in a paragraph, 6,990 backticks, and 168,560
 * of what `codeBraces` counts.
 */
const caps = {
  sourceLength: 4_000_000,
  tags: 30_000,
  tagDepth: 300,
  quoteDepth: 100,
  /** `{`, `[` and `(` inside one another, in braces or an `export`. */
  nesting: 200,
  /** Tags open at once inside braces. */
  openTags: 40,
  /** Tags still open when their braces end. */
  unclosedTags: 8,
  /** References (`&amp;`) times characters, of one paragraph: it is copied for each, and 20,000 in one took 3 GB. */
  references: 200_000_000,
  /** Opening braces times characters, of one paragraph: it is read again for each, and 3,400 never closed took 6 s. */
  braces: 30_000_000,
  /** The same of those in inline code, of all paragraphs together: 20,000 in one took 13 s. */
  codeBraces: 200_000_000,
  /** Of each character that may make a node: 600,000 cells took 15 s and all the memory that a page may have. */
  marks: 150_000,
  /** Characters in braces without a bracket, quote, comma or semicolon: `!!!!…` recurses once for each. */
  plainRun: 8_000,
}

const nodeMarks = { '\n': 'lines', '|': 'cells', '*': 'stars', _: 'underscores', '`': 'backticks', '[': 'brackets' }
const manyQuotes = new RegExp(`(?:>[ \\t]*){${caps.quoteDepth}}`)
const deepQuote = new RegExp(`^(?:[ \\t]*>){${caps.quoteDepth}}`, 'm')
const textMark = /`+|~{3,}|\\.|<\/|<(?=[A-Za-z>])|\/>|\{|^(?:import|export)\s/gms
const scriptMark = /\/\*|\/>|<\/|<(?=[A-Za-z>])|["'{}[\]();,]|\n[ \t]*\n/g

/**
 * Refuses, in one pass and before any parser sees it, a source that would end or stall the native parser. It
 * guesses where code begins and ends, so it is no proof: a child process and a deadline stand behind it.
 */
export function guardSource(source: string, file: string) {
  if (source.length > caps.sourceLength) refuse(file, source, 0, `is longer than ${caps.sourceLength} characters`)
  // The first looks only where a > stands, the second at every line: 17 µs of a page.
  const quote = manyQuotes.test(source) ? deepQuote.exec(source) : null
  if (quote) refuse(file, source, quote.index, `quotes more than ${caps.quoteDepth} levels deep`)
  if (source.length > caps.marks) guardMarks(source, file)
  guardReferences(source, file)
  scanText(source, file)
}

function guardMarks(source: string, file: string) {
  for (const [mark, what] of Object.entries(nodeMarks)) {
    const last = findNth(source, mark, caps.marks)
    if (last !== -1) refuse(file, source, last, `has more than ${caps.marks} ${what}`)
  }
}

function findNth(source: string, mark: string, count: number): number {
  let at = source.indexOf(mark)
  for (let found = 0; at !== -1 && found < count; found += 1) at = source.indexOf(mark, at + 1)
  return at
}

function guardReferences(source: string, file: string) {
  if (costOfReferences(source) <= caps.references) return
  let start = 0
  for (const paragraph of source.split(/(?<=\n)[ \t\r]*\n/)) {
    if (costOfReferences(paragraph) > caps.references) {
      refuse(file, source, source.indexOf(paragraph, start), 'has too many references (such as &amp;) in one paragraph')
    }
    start += paragraph.length
  }
}

function costOfReferences(text: string): number {
  return count('&', text) * text.length
}

function refuse(file: string, source: string, at: number, problem: string): never {
  const before = source.slice(0, at).split('\n')
  throw new PageError(
    file,
    before.length,
    (before.at(-1)?.length ?? 0) + 1,
    `The page ${problem}. Make it simpler here.`,
  )
}

/** Markdown: passes over code, counts tags, and hands braces and `export` blocks to the script scan. */
function scanText(source: string, file: string) {
  const paragraphAt = walkParagraphs(source)
  const codeAt = findCode(source, paragraphAt)
  const lastComment = source.lastIndexOf('*/')
  let tags = 0
  let depth = 0
  let codeBraces = 0
  textMark.lastIndex = 0
  for (let mark = textMark.exec(source); mark; mark = textMark.exec(source)) {
    const [found] = mark
    const first = found.charAt(0)
    if (first === '`' || first === '~') {
      const { end, isFence } = codeAt(mark.index, found)
      textMark.lastIndex = end
      if (!isFence) codeBraces += count('{', source.slice(mark.index, end)) * lengthOf(paragraphAt(mark.index))
      if (codeBraces > caps.codeBraces) refuse(file, source, mark.index, 'has too many braces in code')
    } else if (found === '<') {
      tags += 1
      depth += 1
    } else if (found === '</' || found === '/>') depth = Math.max(0, depth - 1)
    else if (first !== '\\') textMark.lastIndex = scanScript(source, file, mark.index, lastComment)
    if (tags > caps.tags) refuse(file, source, mark.index, `has more than ${caps.tags} tags`)
    if (depth > caps.tagDepth) refuse(file, source, mark.index, `nests more than ${caps.tagDepth} tags`)
    if (found !== '{') continue
    const paragraph = paragraphAt(mark.index)
    paragraph.braces += 1
    if (paragraph.braces * lengthOf(paragraph) > caps.braces)
      refuse(file, source, mark.index, 'has too many braces in one paragraph')
  }
}

function count(sign: string, text: string): number {
  let found = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) found += 1
  return found
}

function lengthOf({ start, end }: Paragraph): number {
  return end - start
}

/** JavaScript in braces, or from `import` or `export` to a blank line outside all brackets. Returns where it ends. */
function scanScript(source: string, file: string, start: number, lastComment: number): number {
  const isBraces = source.charAt(start) === '{'
  let nesting = 0
  let openTags = 0
  let runStart = start
  scriptMark.lastIndex = start
  for (let mark = scriptMark.exec(source); mark; mark = scriptMark.exec(source)) {
    const { index } = mark
    const [found] = mark
    const check = (isTooMuch: boolean, problem: string) => isTooMuch && refuse(file, source, index, problem)
    check(index - runStart > caps.plainRun, 'has an expression with no end in sight')
    runStart = index
    if (found === '/*') scriptMark.lastIndex = endOfComment(source, index, lastComment)
    else if (found === '"' || found === "'") scriptMark.lastIndex = endOfString(source, index, found)
    else if (found === '<') openTags += 1
    else if (found === '</' || found === '/>') openTags -= 1
    else if (found === '{' || found === '[' || found === '(') nesting += 1
    else if (found === '}' || found === ']' || found === ')') nesting -= 1
    else if (nesting <= 0 && !isBraces && found.startsWith('\n')) return index
    check(nesting > caps.nesting, `nests more than ${caps.nesting} brackets`)
    check(openTags > caps.openTags, `opens more than ${caps.openTags} tags inside braces`)
    if (isBraces && nesting <= 0) {
      check(openTags > caps.unclosedTags, 'has braces with tags in them that are never closed')
      return index + 1
    }
  }
  if (source.length - runStart > caps.plainRun) refuse(file, source, runStart, 'has an expression with no end in sight')
  return source.length
}

/** Just after the opening when nothing closes it. */
function endOfComment(source: string, start: number, lastComment: number): number {
  return start + 2 > lastComment ? start + 2 : source.indexOf('*/', start + 2) + 2
}

/** An apostrophe after a letter is one; any other quote that closes on its line begins a string. */
function endOfString(source: string, start: number, quote: string): number {
  if (quote === "'" && /[A-Za-z]/.test(source.charAt(start - 1))) return start + 1
  const close = quote === "'" ? /['\n]/g : /["\n]/g
  close.lastIndex = start + 1
  const end = close.exec(source)
  return end?.[0] === quote ? end.index + 1 : start + 1
}
