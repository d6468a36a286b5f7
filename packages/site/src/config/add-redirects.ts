import { endOfString } from './settings/locate-keys.ts'

interface Redirect {
  source: string
  destination: string
}

/**
 * The text of a docs.json with more redirects, written as those beside them are; nothing else in it changes. `text` must
 * be valid JSON. Undefined where its redirects are no list: then they stand in another file.
 */
export function addRedirects(text: string, redirects: readonly Redirect[]): string | undefined {
  if (redirects.length === 0) return text
  const list = findMember(text, 'redirects')
  if (!list) return addList(text, redirects)
  if (text[list.start] !== '[') return undefined
  const first = skipSpace(text, list.start + 1)
  if (text[first] === ']') {
    const lead = `${lineOf(text, list.start)}${unitOf(text)}`
    const items = redirects.map((one) => writeItem(one, lead, undefined))
    return `${text.slice(0, list.start)}[${items.join(',')}${lineOf(text, list.start)}]${text.slice(list.end)}`
  }
  const lead = text.slice(list.start + 1, first)
  const sample = text.slice(first, endOfValue(text, first))
  const items = redirects.map((one) => `,${writeItem(one, lead || ' ', sample)}`)
  const end = endOfText(text, list.end - 1)
  return `${text.slice(0, end)}${items.join('')}${text.slice(end)}`
}

function addList(text: string, redirects: readonly Redirect[]): string {
  const close = text.lastIndexOf('}')
  const end = endOfText(text, close)
  const unit = unitOf(text)
  const items = redirects.map((one) => writeItem(one, `\n${unit}${unit}`, undefined))
  const comma = text[end - 1] === '{' ? '' : ','
  return `${text.slice(0, end)}${comma}\n${unit}"redirects": [${items.join(',')}\n${unit}]\n${text.slice(close)}`
}

/** On one line, unless the one beside it has a line for each of its parts. */
function writeItem({ source, destination }: Redirect, lead: string, sample: string | undefined): string {
  const [from, to] = [JSON.stringify(source), JSON.stringify(destination)]
  const inner = /^\{(\s*\n\s*)"/.exec(sample?.slice(0, 200) ?? '')?.[1]
  if (inner === undefined) return `${lead}{ "source": ${from}, "destination": ${to} }`
  return `${lead}{${inner}"source": ${from},${inner}"destination": ${to}${lead}}`
}

/** Where the value of a member of the outermost object stands. */
function findMember(text: string, name: string): { start: number; end: number } | undefined {
  let at = skipSpace(text, 0) + 1
  for (;;) {
    at = skipSpace(text, at)
    if (text[at] !== '"') return undefined
    const key = text.slice(at, endOfString(text, at))
    const start = skipSpace(text, skipSpace(text, at + key.length) + 1)
    const end = endOfValue(text, start)
    if (JSON.parse(key) === name) return { start, end }
    at = skipSpace(text, end) + 1
  }
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === '"') at = endOfString(text, at) - 1
    else if ('[{'.includes(sign)) depth += 1
    else if (']}'.includes(sign)) depth -= 1
    if (depth === 0 && '"]}'.includes(sign)) return at + 1
    if (depth === 0 && ',]}'.includes(text[at + 1] ?? ',')) return at + 1
  }
  return text.length
}

/** Valid JSON has no sign up to a space but spaces and line ends. */
function skipSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1
  return at
}

function endOfText(text: string, before: number): number {
  let end = before
  while (end > 0 && text.charCodeAt(end - 1) <= 32) end -= 1
  return end
}

/** The end of the line before, and the spaces with which this one begins. */
function lineOf(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at) + 1
  return `\n${text.slice(start, skipSpace(text, start))}`
}

/** The spaces of one level. */
function unitOf(text: string): string {
  return /\n([ \t]+)"/.exec(text.slice(0, 10_000))?.[1] ?? '  '
}
