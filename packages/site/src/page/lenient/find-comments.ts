import type { Range } from './ranges.ts'
import { scanOutsideCode } from './scan-outside-code.ts'

const bracedMark = /\{\s*\/\*|\*\/\s*\}/g

/**
 * Where an author's comments stand: in braces, or as in HTML. They may say what readers must not know, so whatever is
 * doubtful belongs to them: a comment without an end goes on to the end of the page.
 */
export function findComments(text: string): Range[] {
  const comments: Range[] = []
  const ends = pairComments(text)
  const add = (start: number, end: number) => {
    comments.push([start, end])
    return end
  }
  scanOutsideCode(text, '\\{\\s*\\/[*/]|<!--', (found, index) => {
    if (found === '<!--') return add(index, after(text, '-->', index + 4))
    if (found.endsWith('//')) return add(index + found.length - 2, before(text, '\n', index))
    const paired = ends.get(index)
    return paired === undefined ? add(...findLoneComment(text, index, found.length)) : add(index, paired)
  })
  return comments
}

/** The end of each comment in braces, by its start, where the two pair up: a comment may hold others. */
function pairComments(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const { index, 0: found } of text.matchAll(bracedMark)) {
    if (found.startsWith('{')) open.push(index)
    else {
      const start = open.pop()
      if (start !== undefined) ends.set(start, index + found.length)
    }
  }
  return ends
}

/** One that does not pair up ends where JavaScript says so: with the first sign, and an expression may go on. */
function findLoneComment(text: string, start: number, length: number): [start: number, end: number] {
  const end = after(text, '*/', start + length)
  const [brace] = /^\s*\}/.exec(text.slice(end, end + 100)) ?? []
  return brace === undefined && end < text.length ? [start + length - 2, end] : [start, end + (brace?.length ?? 0)]
}

function after(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at === -1 ? text.length : at + sign.length
}

function before(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at === -1 ? text.length : at
}
