/** A value of a JSON text, and where it stands in it. */
export type JsonNode = { start: number; end: number } & (
  | { kind: 'object'; members: Map<string, JsonNode> }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'string'; value: string }
  | { kind: 'other' }
)

const token = /\s*("(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+)/y

/** `text` must be valid: `JSON.parse` says what is wrong with it better than this could. */
export function parseJsonText(text: string): JsonNode {
  let position = 0
  return readValue()

  function next(): { text: string; start: number; end: number } {
    token.lastIndex = position
    const found = token.exec(text)?.[1] ?? ''
    position = token.lastIndex
    return { text: found, start: position - found.length, end: position }
  }

  function skip(mark: string): boolean {
    const before = position
    if (next().text === mark) return true
    position = before
    return false
  }

  function readValue(): JsonNode {
    const first = next()
    const { start, end } = first
    if (first.text === '{') return readObject(start)
    if (first.text === '[') return readArray(start)
    if (first.text.startsWith('"')) return { kind: 'string', value: JSON.parse(first.text), start, end }
    return { kind: 'other', start, end }
  }

  function readObject(start: number): JsonNode {
    const members = new Map<string, JsonNode>()
    while (!skip('}')) {
      const name = JSON.parse(next().text) as string
      skip(':')
      members.set(name, readValue())
      skip(',')
    }
    return { kind: 'object', members, start, end: position }
  }

  function readArray(start: number): JsonNode {
    const items: JsonNode[] = []
    while (!skip(']')) {
      items.push(readValue())
      skip(',')
    }
    return { kind: 'array', items, start, end: position }
  }
}

type ArrayNode = Extract<JsonNode, { kind: 'array' }>

/** Written as the items beside it are: on lines of their own, or all on one. */
export function insertItem(text: string, { items, start, end }: ArrayNode, index: number, value: string): string {
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

export function removeItem(text: string, { items, start, end }: ArrayNode, index: number): string {
  const [item, before, after] = [items[index], items[index - 1], items[index + 1]]
  if (!item) return text
  if (before) return text.slice(0, before.end) + text.slice(item.end)
  if (after) return text.slice(0, item.start) + text.slice(after.start)
  return `${text.slice(0, start)}[]${text.slice(end)}`
}
