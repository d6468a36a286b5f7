/** A part of a text, from and to. */
export type Range = readonly [start: number, end: number]

/** What stands there instead. */
export type Edit = readonly [start: number, end: number, text: string]

/** The text without these parts, but every line stays where it was. */
export function blankOut(text: string, ranges: readonly Range[]): string {
  return applyEdits(
    text,
    ranges.map(([start, end]) => [start, end, blankOf(text.slice(start, end))]),
  )
}

export function blankOf(part: string): string {
  return part.replace(/[^\n]+/g, '')
}

/** Edits are in rising order and do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let from = 0
  for (const [start, end, replacement] of edits) {
    parts.push(text.slice(from, start), replacement)
    from = end
  }
  return [...parts, text.slice(from)].join('')
}
