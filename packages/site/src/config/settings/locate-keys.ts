/** Where a key stands in a text, both counted from 1. */
export interface TextPlace {
  line: number
  column: number
}

/**
 * Where each of the paths stands in the text of a JSON file: its key, or its item of a list. Paths are those of a
 * `Cursor`: `navigation.tabs[1].pages[0]`. The text is valid JSON, read from its start to its end once.
 */
export function locateKeys(text: string, paths: ReadonlySet<string>): Map<string, TextPlace> {
  const found = new Map<string, TextPlace>()
  const levels: Level[] = []
  let line = 1
  let lineStart = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    const level = levels.at(-1)
    if (sign === '\n') [line, lineStart] = [line + 1, at + 1]
    else if (sign === '}' || sign === ']') levels.pop()
    else if (sign === ',' && level) nextMember(level)
    else if (sign !== undefined && sign > ' ' && sign !== ':') {
      const end = sign === '"' ? endOfString(text, at) : at + 1
      const path = level && enter(level, text, at, end)
      if (path !== undefined && paths.has(path) && !found.has(path))
        found.set(path, { line, column: at - lineStart + 1 })
      if (sign === '{' || sign === '[') levels.push({ path: level?.inside ?? '', isList: sign === '[', index: 0 })
      at = end - 1
    }
  }
  return found
}

interface Level {
  path: string
  isList: boolean
  index: number
  /** The path of the member whose value comes next, or goes on. */
  inside?: string | undefined
}

function nextMember(level: Level): void {
  level.index += 1
  level.inside = undefined
}

/** The path of what begins here, if it is the key of a member or an item of a list. */
function enter(level: Level, text: string, at: number, end: number): string | undefined {
  if (level.inside !== undefined) return undefined
  const key = level.isList ? '' : (JSON.parse(text.slice(at, end)) as string)
  level.inside = level.isList ? `${level.path}[${level.index}]` : level.path ? `${level.path}.${key}` : key
  return level.inside
}

/** Behind the closing quote. */
export function endOfString(text: string, start: number): number {
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return text.length + 1
    if (!isEscaped(text, quote, start)) return quote + 1
    from = quote + 1
  }
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number, start: number): boolean {
  let before = at - 1
  while (before > start && text[before] === '\\') before -= 1
  return (at - before) % 2 === 0
}
