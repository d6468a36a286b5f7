import { Refusal } from '../tree/tree.ts'

/** A value of a JSON text, and where it stands in it. */
export type JsonNode = { start: number; end: number } & (
  | { kind: 'object'; members: Map<string, JsonNode> }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'string'; value: string }
  | { kind: 'other' }
)

/** As the site's own reader has it: nobody nests fifty groups by hand. */
const deepest = 100
/** Valid JSON has no other sign up to this one than spaces and line ends. */
const space = 0x20

/** `text` must be valid: `JSON.parse` says what is wrong with it better than this could. */
export function parseJsonText(text: string): JsonNode {
  let at = 0
  return readValue(0)

  /** What stands next, behind spaces. */
  function peek(): string {
    while (text.charCodeAt(at) <= space) at += 1
    return text[at] ?? ''
  }

  function skip(mark: string): boolean {
    if (peek() !== mark) return false
    at += 1
    return true
  }

  function readValue(depth: number): JsonNode {
    if (depth > deepest) throw new Refusal(`The file nests more than ${deepest} levels deep.`)
    const first = peek()
    const start = at
    if (first === '{') return readObject(start, depth)
    if (first === '[') return readArray(start, depth)
    if (first === '"') return { kind: 'string', value: readString(), start, end: at }
    while (text.charCodeAt(at) > space && !',]}'.includes(text[at] ?? ',')) at += 1
    return { kind: 'other', start, end: at }
  }

  function readString(): string {
    const start = at
    at = endOfString(text, at)
    return JSON.parse(text.slice(start, at))
  }

  function readObject(start: number, depth: number): JsonNode {
    const members = new Map<string, JsonNode>()
    at += 1
    while (!skip('}')) {
      peek()
      const name = readString()
      skip(':')
      members.set(name, readValue(depth + 1))
      skip(',')
    }
    return { kind: 'object', members, start, end: at }
  }

  function readArray(start: number, depth: number): JsonNode {
    const items: JsonNode[] = []
    at += 1
    while (!skip(']')) {
      items.push(readValue(depth + 1))
      skip(',')
    }
    return { kind: 'array', items, start, end: at }
  }
}

/** Behind the quote that ends a string; one after an odd number of backslashes belongs to it. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

type ArrayNode = Extract<JsonNode, { kind: 'array' }>
type ObjectNode = Extract<JsonNode, { kind: 'object' }>

/** Written as the items beside it are: on lines of their own, or all on one. */
export function insertItem(text: string, { items, start, end }: ArrayNode, index: number, value: unknown): string {
  const item = JSON.stringify(value)
  const [first, second] = items
  if (!first) return `${text.slice(0, start)}[${item}]${text.slice(end)}`
  const before = text.slice(start + 1, first.start)
  const between =
    before.includes('\n') || !second ? before || ' ' : text.slice(first.end, second.start).replace(/^\s*,/, '')
  const at = items[index]
  if (at) return `${text.slice(0, at.start)}${item},${between}${text.slice(at.start)}`
  const last = items.at(-1) ?? first
  return `${text.slice(0, last.end)},${between}${item}${text.slice(last.end)}`
}

/** Behind the last member, on a line of its own if the others have theirs. */
export function insertMember(text: string, { members, start, end }: ObjectNode, name: string, value: unknown): string {
  const member = `${JSON.stringify(name)}: ${JSON.stringify(value)}`
  const last = [...members.values()].at(-1)
  if (!last) return `${text.slice(0, start)}{ ${member} }${text.slice(end)}`
  const before = text.slice(start + 1, text.indexOf('"', start))
  return `${text.slice(0, last.end)},${before || ' '}${member}${text.slice(last.end)}`
}

/** Takes out of every list what is to go, with the comma beside it. */
export function removeItems(text: string, lists: readonly ArrayNode[], isGone: (item: JsonNode) => boolean): string {
  const cuts = lists.flatMap(({ items, start, end }) => {
    const first = items.findIndex((item) => !isGone(item))
    if (first < 0) return [{ start: start + 1, end: end - 1 }]
    return items.flatMap((item, index) => {
      if (!isGone(item)) return []
      const [before, after] = [items[index - 1], items[index + 1]]
      // Before the first that stays, what stands behind an item goes along with it; later, what stands before it.
      if (index > first) return { start: before?.end ?? item.start, end: item.end }
      return { start: item.start, end: after?.start ?? item.end }
    })
  })
  let [rest, copied] = ['', 0]
  for (const { start, end } of cuts.sort((a, b) => a.start - b.start)) {
    rest += text.slice(copied, start)
    copied = end
  }
  return rest + text.slice(copied)
}
