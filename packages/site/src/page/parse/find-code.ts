const closingFence = /^[ \t>]*(?:`+|~+)[ \t\r]*$/
const beforeFence = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*$/
/** How far back the start of a line is looked for; a fence has no more than its indentation before it. */
const longestIndentation = 1000

export interface Paragraph {
  start: number
  end: number
  braces: number
}

/** Tells which paragraph a place is in. Asked in rising order, so that the whole source is walked once. */
export function walkParagraphs(source: string): (at: number) => Paragraph {
  const blankLine = /\n[ \t\r]*\n/g
  let paragraph = { start: 0, end: -1, braces: 0 }
  return (at) => {
    while (paragraph.end < at) {
      const end = blankLine.exec(source)?.index ?? source.length
      paragraph = { start: paragraph.end + 1, end, braces: 0 }
    }
    return paragraph
  }
}

export interface Code {
  /** Just after the opening when nothing closes it. */
  end: number
  isFence: boolean
}

/** Tells where a fence or an inline run of backticks ends. */
export function findCode(source: string, paragraphAt: (at: number) => Paragraph): (start: number, run: string) => Code {
  let runs: Map<number, number[]> | undefined
  return (start, run) => {
    const after = start + run.length
    const before = source.slice(Math.max(0, start - longestIndentation), start)
    const isFence = run.length >= 3 && beforeFence.test(before.slice(before.lastIndexOf('\n') + 1))
    if (isFence) return { end: endOfFence(source, after, run), isFence }
    if (run.startsWith('~')) return { end: after, isFence }
    runs ??= listRuns(source)
    const starts = runs.get(run.length) ?? []
    while ((starts.at(-1) ?? after) < after) starts.pop()
    const closing = starts.at(-1)
    const isClosed = closing !== undefined && closing < paragraphAt(start).end
    return { end: isClosed ? closing + run.length : after, isFence }
  }
}

/** Where runs of backticks begin, by their length, the last first. Looking for the end of each anew took minutes. */
function listRuns(source: string): Map<number, number[]> {
  const runs = new Map<number, number[]>()
  for (const { index, 0: run } of source.matchAll(/`+/g)) {
    const starts = runs.get(run.length)
    if (starts) starts.push(index)
    else runs.set(run.length, [index])
  }
  for (const starts of runs.values()) starts.reverse()
  return runs
}

function endOfFence(source: string, start: number, run: string): number {
  for (let at = source.indexOf(run, start); at !== -1; ) {
    const lineEnd = source.indexOf('\n', at)
    const end = lineEnd === -1 ? source.length : lineEnd
    const before = source.slice(Math.max(start, at - longestIndentation), at)
    const line = before.slice(before.lastIndexOf('\n') + 1) + source.slice(at, end)
    if (closingFence.test(line)) return at + run.length
    at = source.indexOf(run, end)
  }
  return source.length
}
