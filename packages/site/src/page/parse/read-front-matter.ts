import { parse } from 'yaml'
import { PageError } from './page-error.ts'

/** The body keeps its line numbers: the block before it is replaced by as many empty lines. */
export interface SplitSource {
  block: string | undefined
  body: string
}

const openingFence = /^---([^\n\r]*)\r?\n/
const closingFence = /^---[ \t]*\r?$/m
/** The longest of 8,163 real ones has 647 characters; so many of the worst take a parser 80 ms. */
const longestBlock = 10_000
/** A prototype's own names never become keys of data that an author wrote. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads the front matter alone, without parsing the page: planning does this for every page of a site. */
export function readFrontMatter(source: string, file: string): Record<string, unknown> {
  const { block } = splitFrontMatter(source, file)
  return block === undefined ? {} : parseFrontMatter(block, file)
}

export function splitFrontMatter(source: string, file: string): SplitSource {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  const opening = openingFence.exec(text)
  if (!opening) return { block: undefined, body: text }
  const language = (opening[1] ?? '').trim()
  if (/^-+$/.test(language)) return { block: undefined, body: text }
  if (language !== '' && language !== 'yaml') {
    throw new PageError(
      file,
      1,
      4,
      'Front matter in another notation is refused. Write it in YAML, after a line of ---.',
    )
  }
  const rest = text.slice(opening[0].length)
  const closing = closingFence.exec(rest)
  if (!closing) return { block: undefined, body: text }
  const block = rest.slice(0, closing.index)
  const lines = countLines(block) + 1
  return { block, body: '\n'.repeat(lines) + rest.slice(closing.index + closing[0].length) }
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

export function parseFrontMatter(block: string, file: string): Record<string, unknown> {
  if (block.length > longestBlock)
    throw new PageError(file, 1, 1, `The front matter is longer than ${longestBlock} characters.`)
  const data = readPlainLines(block) ?? readYaml(block, file)
  if (data === null || data === undefined) return {}
  if (typeof data === 'object' && !Array.isArray(data)) return data as Record<string, unknown>
  throw new PageError(file, 2, 1, 'The front matter is not a list of "key: value" lines.')
}

const plainLine =
  /^([A-Za-z][\w-]*):[ \t]+(?:"([^"\\]*)"|'([^']*)'|([\p{L}/][^\n:#]*)|(\["[^"\\\p{Cc}]*"(?:, ?"[^"\\\p{Cc}]*")*\]))$/u
const notAString = /^(?:true|false|null|yes|no|on|off)$/i

/** Nine in ten pages hold only plain or quoted text and lists of it, and a YAML parser takes 20 times as long to say so. */
function readPlainLines(block: string): Record<string, unknown> | undefined {
  const data: Record<string, unknown> = {}
  for (const untrimmed of block.split('\n')) {
    const line = untrimmed.trimEnd()
    if (line === '') continue
    const [, key, double, single, plain, list] = plainLine.exec(line) ?? []
    if (key === undefined || Object.hasOwn(data, key) || forbiddenKeys.has(key)) return undefined
    if (plain === 'true' || plain === 'false') data[key] = plain === 'true'
    else if (plain !== undefined && notAString.test(plain)) return undefined
    else data[key] = list === undefined ? (double ?? single ?? plain) : JSON.parse(list)
  }
  return data
}

function readYaml(block: string, file: string): unknown {
  try {
    const data: unknown = parse(block, {
      schema: 'core',
      merge: true,
      maxAliasCount: 50,
      prettyErrors: true,
      logLevel: 'error',
    })
    return withoutForbiddenKeys(data)
  } catch (error) {
    const { line, col } = positionOf(error)
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    // What follows a colon is the author's own text, and the report is public.
    const [reason = ''] = message.replace(/ at line \d+, column \d+:?$/, '').split(':')
    throw new PageError(file, line + 1, col, `The front matter is not valid YAML: ${reason}.`)
  }
}

function positionOf(error: unknown): { line: number; col: number } {
  const linePos = (error as { linePos?: readonly { line: number; col: number }[] }).linePos
  return linePos?.[0] ?? { line: 1, col: 1 }
}

function withoutForbiddenKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutForbiddenKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !forbiddenKeys.has(key))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutForbiddenKeys(inner)]))
}
