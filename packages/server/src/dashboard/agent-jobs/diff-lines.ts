import type { DiffLine } from '../view/diff.tsx'

// What stands around a change, so that one sees where it is.
const context = 3

/**
 * What one text has in place of another: the lines between the first and the last that differ, with a few around them.
 * An edit is one replacement, so this is its diff; the pull request shows the whole.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [toLines(before), toLines(after)]
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head++
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const end = now.length - tail
  return [
    ...mark('same', now.slice(Math.max(0, head - context), head)),
    ...mark('del', old.slice(head, old.length - tail)),
    ...mark('ins', now.slice(head, end)),
    ...mark('same', now.slice(end, end + context)),
  ]
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

const mark = (kind: DiffLine['mark'], lines: string[]) => lines.map((text) => ({ mark: kind, text }))
