import { closeSync, openSync, readSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PageError } from '../../page/parse/page-error.ts'
import { parseFrontMatter, splitFrontMatter } from '../../page/parse/read-front-matter.ts'
import { guessFrontMatter } from './guess-front-matter.ts'

// Holds the front matter of nearly every page, so that planning 100,000 pages does not read them whole.
const firstBytes = 4096

// Read at once a head costs a fifth of reading it by promises. After so long the rest of the process has its turn: some
// fifty heads, or one that takes YAML its time.
const turnMs = 10
let turnBegan = 0

// A file of two bytes a character has zeros.
const mayBegin = /^[\s\0\uFEFF\uFFFD]*[-+]/
/** Two bytes a character: the mark that begins such a file, or a zero among the first letters. */
const isWide = /^(?:\uFFFD\uFFFD|.{0,3}\0)/s
const notUtf8: PageProblem = {
  line: 1,
  column: 1,
  reason: 'The file is not UTF-8, so its front matter cannot be read. Save it as UTF-8.',
}
const unclear: PageProblem = {
  line: 1,
  column: 1,
  reason: 'The front matter cannot be read: it must begin on the first line with --- and end with a line of ---.',
}
const isWhole = /^\uFEFF?---[\s\S]*\n---[ \t]*\r?\n/

/** What planning knows of a page. */
export interface PageHead {
  front: Record<string, unknown>
  /** Why the front matter cannot be read: who may read the page is not known then. */
  problem?: PageProblem
}

export interface PageProblem {
  line: number
  column: number
  reason: string
}

export async function readPageHead(path: string): Promise<PageHead> {
  await waitForTurn()
  const source = readHead(path)
  const problem = isWide.test(source) ? notUtf8 : undefined
  const head = problem ? { problem } : readBlock(source, path)
  if (head && 'front' in head) return head
  const front = guessFrontMatter(source)
  if (head) return { front, problem: head.problem }
  return 'groups' in front ? { front, problem: unclear } : { front }
}

/** Of many who wait for the same turn the first one has it; if he takes long, the others wait for the next. */
async function waitForTurn(): Promise<void> {
  while (performance.now() - turnBegan > turnMs) {
    const last = turnBegan
    await nextTurn()
    if (turnBegan === last) turnBegan = performance.now()
  }
}

/** Undefined where there is no front matter. */
function readBlock(source: string, path: string): { front: PageHead['front'] } | { problem: PageProblem } | undefined {
  try {
    const { block } = splitFrontMatter(source, path)
    return block === undefined ? undefined : { front: parseFrontMatter(block, path) }
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    const { line, column, reason } = error
    return { problem: { line, column, reason } }
  }
}

/** As much of a file as holds its front matter; all of it, where that has no end. */
function readHead(path: string): string {
  const file = openSync(path, 'r')
  try {
    for (let size = firstBytes; ; size *= 16) {
      const buffer = Buffer.allocUnsafe(size)
      const length = readSync(file, buffer, 0, size, 0)
      const text = buffer.toString('utf8', 0, length)
      if (length < size || !mayBegin.test(text) || isWhole.test(text)) return text
    }
  } finally {
    closeSync(file)
  }
}
