/** What an author's comments say of single lines, and the code without those comments. */
export interface MarkedCode {
  code: string
  added: ReadonlySet<number>
  removed: ReadonlySet<number>
  highlighted: ReadonlySet<number>
  focused: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()
/** `// [!code ++]`, `# [!code focus:3]`, `<!-- [!code --] -->`, `{/* [!code highlight] *\/}` at the end of a line. */
const notation =
  /(?:\/\/|\/\*|#|<!--|--|;|%|\{\/\*)\s*\[!code (\+\+|--|highlight|hl|focus)(?::(\d+))?\](?:\s*(?:\*\/\}?|-->))?\s*$/

export function markLines(code: string): MarkedCode {
  if (!code.includes('[!code ')) return { code, added: none, removed: none, highlighted: none, focused: none }
  const marks = {
    '++': new Set<number>(),
    '--': new Set<number>(),
    highlight: new Set<number>(),
    focus: new Set<number>(),
  }
  const shown: string[] = []
  for (const line of code.split('\n')) {
    const match = notation.exec(line)
    const text = match ? line.slice(0, match.index).trimEnd() : line
    const isOwnLine = match !== null && text.trim() === ''
    // A mark on a line of its own speaks of the lines after it.
    if (!isOwnLine) shown.push(text)
    if (!match) continue
    const kind = (match[1] === 'hl' ? 'highlight' : match[1]) as keyof typeof marks
    const first = isOwnLine ? shown.length + 1 : shown.length
    const count = Math.min(Number(match[2] ?? 1), 1000)
    for (let number = first; number < first + count; number++) marks[kind].add(number)
  }
  return {
    code: shown.join('\n'),
    added: marks['++'],
    removed: marks['--'],
    highlighted: marks.highlight,
    focused: marks.focus,
  }
}
