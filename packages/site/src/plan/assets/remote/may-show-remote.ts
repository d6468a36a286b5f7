/**
 * Whether a text may make a page show a file of another host: a picture of Markdown, an attribute or a style by which the
 * renderer shows one, whose value is remote or only known when it is computed. More rather than fewer, also in code: all
 * that is missed is not in the site. One walk each, whatever the text is.
 */
export function mayShowRemote(text: string): boolean {
  return hasSpread.test(text) || hasAttribute(text) || hasPicture(text) || hasStyle(text)
}

// `{...props}` may bring any attribute.
const hasSpread = /\{\s*\.\.\.\s*[\w$({[/]/

/** What the renderer reads files from: elements, cards, icons, and the icon of a block of code. */
const attributes = /(?<![\w$-])(src|srcset|poster|img|icon|name)\s*=\s*/gi

function hasAttribute(text: string): boolean {
  for (const { 0: whole, 1: name = '', index } of text.matchAll(attributes)) {
    const value = readValue(text, index + whole.length)
    if (value === undefined || (name.length === 6 ? mayListRemote(value) : startsRemote(value))) return true
  }
  return false
}

// An address that is longer begins no other way.
const longest = 4000
const quoted = /\{\s*(["'`])/y
const closed = /\s*\}/y
const element = /\{\s*</y

/** As it is written; undefined for one that is computed. What stands in an element has attributes of its own. */
function readValue(text: string, at: number): string | undefined {
  const sign = text[at]
  if (sign === '"' || sign === "'") return readUpTo(text, at + 1, sign)
  if (sign !== '{') return text.slice(at, at + 100)
  const quote = match(quoted, text, at)
  if (quote === undefined) return match(element, text, at) === undefined ? undefined : ''
  const from = at + quote.length
  const value = readUpTo(text, from, quote.at(-1) ?? '')
  const isWhole = value !== undefined && match(closed, text, from + value.length + 1) !== undefined
  return isWhole && !value.includes('${') ? value : undefined
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function readUpTo(text: string, from: number, quote: string): string | undefined {
  const near = text.slice(from, from + longest)
  const end = near.indexOf(quote)
  return end === -1 ? undefined : near.slice(0, end)
}

/** By its first signs; one may be written as an entity, after a backslash, or as a variable. */
function startsRemote(value: string): boolean {
  return /^\s*(?:http|\/\/|[<$]?\{)/i.test(value) || /[&\\]/.test(value.slice(0, 8))
}

/** Of a `srcset` any may be. */
function mayListRemote(value: string): boolean {
  return /\/\/|[&\\{]/.test(value)
}

const destinations = /\](\(|:)\s*<?/g

/** `![…](https://…)`, whatever stands between, and `![…][name]` with `[name]: https://…` anywhere. */
function hasPicture(text: string): boolean {
  if (!text.includes('![')) return false
  const pictureBefore = createFinder(text, '![')
  const paragraphBefore = createFinder(text, '\n\n')
  for (const { 0: whole, 1: sign, index } of text.matchAll(destinations)) {
    const from = index + whole.length
    if (!startsRemote(text.slice(from, from + 100))) continue
    if (sign === ':' || pictureBefore(index) > paragraphBefore(index)) return true
  }
  return false
}

/** Gives the last place of a mark before each of rising places, or -1, in one walk. */
function createFinder(text: string, mark: string): (before: number) => number {
  let last = -1
  let next = text.indexOf(mark)
  return (before) => {
    for (; next !== -1 && next < before; next = text.indexOf(mark, next + 1)) last = next
    return last
  }
}

// The functions of CSS that load something, and any whose name is written with numbers.
const loading = /(?:(?<![\w$])(?:url|src)|(image-set|cross-fade)|(\\[\da-f]{1,6} ?[\w-]{0,10}))\([\s"'`\\]*/gi

function hasStyle(text: string): boolean {
  for (const { 0: whole, 1: several, 2: numbered, index } of text.matchAll(loading)) {
    const value = text.slice(index + whole.length, index + whole.length + 100)
    if (several || numbered || startsRemote(value) || /^[+)]/.test(value)) return true
  }
  return false
}
