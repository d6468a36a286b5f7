import type { PageError } from '../parse/page-error.ts'
import { findModules } from './find-modules.ts'
import { blankOf, blankOut } from './ranges.ts'

/** Elements that HTML never closes, so that authors do not either. */
const unclosedTag = /<(?:area|br|col|embed|hr|img|input|source|track|wbr)\b[^<>]*(?=>)/y
const opener = /for `<[^`]*` \((\d+):(\d+)\)/
const aboutTags = /^(?:Expected a closing tag|Unexpected closing tag|Unexpected character)/
const aboutBraces = /\bexpression\b/

/**
 * The text with what the parser stumbled over made plain text, so that the rest can be read as it was meant; undefined
 * where that is not known. Each call changes something, so that it can be called again with the next error.
 */
export function escapePart(text: string, { line, column, reason }: PageError): string | undefined {
  if (reason.startsWith('This is not valid JavaScript')) return hideModule(text, offsetOf(text, line, column))
  if (aboutBraces.test(reason)) {
    const brace = findBefore(text, '{', offsetOf(text, line, column))
    return brace === -1 ? undefined : escapeBrace(text, brace)
  }
  if (!aboutTags.test(reason)) return undefined
  const [, openLine = line, openColumn = column] = opener.exec(reason) ?? []
  const tag = findBefore(text, '<', offsetOf(text, Number(openLine), Number(openColumn)))
  return tag === -1 ? undefined : escapeTag(text, tag, reason)
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let n = 1; n < line; n++) start = text.indexOf('\n', start) + 1 || text.length
  return Math.min(start + column - 1, text.length)
}

/** The nearest one at this place or before it that is not escaped. */
function findBefore(text: string, sign: string, from: number): number {
  let at = text.lastIndexOf(sign, from)
  while (at > 0 && text.charAt(at - 1) === '\\') at = text.lastIndexOf(sign, at - 1)
  return at
}

function escapeTag(text: string, at: number, reason: string): string {
  unclosedTag.lastIndex = at
  if (reason.startsWith('Expected a closing tag') && unclosedTag.test(text)) {
    const end = unclosedTag.lastIndex
    return `${text.slice(0, end)} /${text.slice(end)}`
  }
  const end = /\n[ \t\r]*\n/.exec(text.slice(at))?.index ?? text.length
  const paragraph = text.slice(at, at + end)
  const close = paragraph.indexOf('>') + 1 || paragraph.length
  const shown =
    hide(paragraph.slice(0, close), /\/\*[\s\S]*?(?:\*\/|$)/g) + hide(paragraph.slice(close), /\/\*[\s\S]*?\*\//g)
  return `${text.slice(0, at)}\\${shown}${text.slice(at + end)}`
}

/** What is shown was code, and its comments are not for readers; `//` after a colon belongs to an address. */
function escapeBrace(text: string, at: number): string {
  const end = endOfBraces(text, at)
  const shown = hide(text.slice(at, end), /\/\*[\s\S]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*/g)
  return `${text.slice(0, at)}\\${shown}${text.slice(end)}`
}

function hide(text: string, comments: RegExp): string {
  return text.replace(comments, blankOf)
}

function endOfBraces(text: string, start: number): number {
  const brace = /[{}]/g
  brace.lastIndex = start
  let nesting = 0
  for (let mark = brace.exec(text); mark; mark = brace.exec(text)) {
    nesting += mark[0] === '{' ? 1 : -1
    if (nesting === 0) return mark.index + 1
  }
  return text.length
}

/** The statement that begins before this place; a sentence that only looks like one stays, as text. */
function hideModule(text: string, at: number): string | undefined {
  const module = findModules(text).findLast(([start]) => start <= at)
  const start = Math.max(text.lastIndexOf('\nimport', at), text.lastIndexOf('\nexport', at)) + 1
  if (module && (module[0] >= start || module[1] > start)) return blankOut(text, [module])
  if (!/^(?:im|ex)port\b/.test(text.slice(start, start + 7))) return undefined
  return `${text.slice(0, start)}&#${text.charCodeAt(start)};${text.slice(start + 1)}`
}
