import type { Part } from './move.ts'

/**
 * What the open parts caught, the earlier ones as much as they can, or undefined. Read from the end, each part is asked
 * once at each place whether the rest of the address can be read from there: 16 parts and 512 characters are 8,000
 * questions, whatever the pattern and the address.
 */
export function matchParts(parts: readonly Part[], path: string): string[] | undefined {
  const [first] = parts
  if (typeof first === 'object' && !path.startsWith(first.text)) return undefined
  const reads = new Uint8Array((parts.length + 1) * (path.length + 1))
  const row = (part: number) => reads.subarray(part * (path.length + 1), (part + 1) * (path.length + 1))
  row(parts.length)[path.length] = 1
  for (let part = parts.length - 1; part >= 0; part--) fillRow(parts[part] as Part, path, row(part), row(part + 1))
  if (row(0)[0] !== 1) return undefined
  const caught: string[] = []
  let at = 0
  for (const [index, part] of parts.entries()) {
    const end = typeof part === 'object' ? at + part.text.length : findEnd(part, path, at, row(index + 1))
    if (typeof part !== 'object') caught.push(path.slice(part === 'rest' ? at + 1 : at, end))
    at = end
  }
  return caught
}

/** At which places this part and all behind it can begin; `after` has it of those behind. */
function fillRow(part: Part, path: string, row: Uint8Array, after: Uint8Array): void {
  let isReadLater = 0
  for (let at = path.length; at >= 0; at--) {
    const [here, next] = [after[at] ?? 0, at < path.length ? (row[at + 1] ?? 0) : 0]
    if (typeof part === 'object') row[at] = after[at + part.text.length] === 1 && path.startsWith(part.text, at) ? 1 : 0
    else if (part === 'any') row[at] = here | next
    else if (part === 'segment') row[at] = path[at] === '/' ? 0 : (after[at + 1] ?? 0) | next
    else row[at] = here | (path[at] === '/' ? isReadLater : 0)
    isReadLater |= here
  }
}

/** As far as the part goes, and those behind it can go on from there. */
function findEnd(part: Exclude<Part, object>, path: string, at: number, after: Uint8Array): number {
  const slash = path.indexOf('/', at)
  let end = path.length
  if (part === 'segment' && slash >= 0) end = slash
  if (part === 'rest' && slash !== at) end = at
  while (after[end] !== 1) end -= 1
  return end
}
