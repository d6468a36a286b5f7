import { PageError } from './page-error.ts'

/**
 * What the native parser may be given. It is recursive without a limit (6,000 brackets in braces end the whole
 * process) and takes twice as long for each tag in braces that is never closed (26 of them: 5 s). In 8,397 real files
 * the most seen is: 726,007 characters, 16,161 tags, 11 of them inside one another, 8 nested brackets, 7 open tags in
 * braces and none unclosed, a run of 2,391, 332 references in a paragraph.
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
  /** Characters in braces without a bracket, quote, comma or semicolon: `!!!!…` recurses once for each. */
  plainRun: 8_000,
}

const manyQuotes = new RegExp(`(?:>[ \\t]*){${caps.quoteDepth}}`)
const deepQuote = new RegExp(`^(?:[ \\t]*>){${caps.quoteDepth}}`, 'm')
const textMark = /`+|~{3,}|\\.|<\/|<(?=[A-Za-z>])|\/>|\{|^(?:import|export)\s/gms
const scriptMark = /\/\*|\/>|<\/|<(?=[A-Za-z>])|["'{}[\]();,]|\n[ \t]*\n/g
const closingFence = /^[ \t>]*(?:`+|~+)[ \t\r]*$/
const beforeFence = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*$/

/**
 * Refuses, in one pass and before any parser sees it, a source that would end or stall the native parser. It
 * guesses where code begins and ends, so it is no proof: a child process and a deadline stand behind it.
 */
export function guardSource(source: string, file: string) {
  if (source.length > caps.sourceLength) refuse(file, source, 0, `is longer than ${caps.sourceLength} characters`)
  // The first looks only where a > stands, the second at every line: 17 µs of a page.
  const quote = manyQuotes.test(source) ? deepQuote.exec(source) : null
  if (quote) refuse(file, source, quote.index, `quotes more than ${caps.quoteDepth} levels deep`)
  guardReferences(source, file)
  scanText(source, file)
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
  let count = 0
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) count += 1
  return count * text.length
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
  let tags = 0
  let depth = 0
  textMark.lastIndex = 0
  for (let mark = textMark.exec(source); mark; mark = textMark.exec(source)) {
    const [found] = mark
    const first = found.charAt(0)
    if (first === '`' || first === '~') textMark.lastIndex = endOfCode(source, mark.index, found)
    else if (found === '<') {
      tags += 1
      depth += 1
    } else if (found === '</' || found === '/>') depth = Math.max(0, depth - 1)
    else if (first !== '\\') textMark.lastIndex = scanScript(source, file, mark.index, found === '{')
    if (tags > caps.tags) refuse(file, source, mark.index, `has more than ${caps.tags} tags`)
    if (depth > caps.tagDepth) refuse(file, source, mark.index, `nests more than ${caps.tagDepth} tags`)
  }
}

/** Where a fence or an inline run of backticks ends; just after the opening when nothing closes it. */
function endOfCode(source: string, start: number, run: string): number {
  const after = start + run.length
  const lineBefore = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
  if (run.length >= 3 && beforeFence.test(lineBefore)) return endOfFence(source, after, run)
  if (run.startsWith('~')) return after
  const paragraphEnd = source.indexOf('\n\n', after)
  const paragraph = source.slice(after, paragraphEnd === -1 ? source.length : paragraphEnd)
  for (let at = paragraph.indexOf(run); at !== -1; at = paragraph.indexOf(run, at + run.length)) {
    const isLonger = paragraph.charAt(at - 1) === '`' || paragraph.charAt(at + run.length) === '`'
    if (!isLonger) return after + at + run.length
  }
  return after
}

function endOfFence(source: string, start: number, run: string): number {
  for (let at = source.indexOf(run, start); at !== -1; at = source.indexOf(run, at + run.length)) {
    const end = source.indexOf('\n', at)
    const line = source.slice(source.lastIndexOf('\n', at) + 1, end === -1 ? source.length : end)
    if (closingFence.test(line)) return at + run.length
  }
  return source.length
}

/** JavaScript in braces, or from `import` or `export` to a blank line outside all brackets. Returns where it ends. */
function scanScript(source: string, file: string, start: number, isBraces: boolean): number {
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
    if (found === '/*') scriptMark.lastIndex = endOfComment(source, index)
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

function endOfComment(source: string, start: number): number {
  const end = source.indexOf('*/', start + 2)
  return end === -1 ? start + 2 : end + 2
}

/** An apostrophe after a letter is one; any other quote that closes on its line begins a string. */
function endOfString(source: string, start: number, quote: string): number {
  if (quote === "'" && /[A-Za-z]/.test(source.charAt(start - 1))) return start + 1
  const end = source.indexOf(quote, start + 1)
  const lineEnd = source.indexOf('\n', start)
  return end === -1 || (lineEnd !== -1 && end > lineEnd) ? start + 1 : end + 1
}
