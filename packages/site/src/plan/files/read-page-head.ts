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
const isWhole = /^\uFEFF?---[\s\S]*\n---[ \t]*\r?\n/

/**
 * The front matter at the head of a page. What is wrong with it is said when the page itself is read, unless it says who
 * may read the page.
 */
export async function readPageHead(path: string): Promise<Record<string, unknown>> {
  await waitForTurn()
  const source = readHead(path)
  return readBlock(source, path) ?? guessFrontMatter(source)
}

/** Of many who wait for the same turn the first one has it; if he takes long, the others wait for the next. */
async function waitForTurn(): Promise<void> {
  while (performance.now() - turnBegan > turnMs) {
    const last = turnBegan
    await nextTurn()
    if (turnBegan === last) turnBegan = performance.now()
  }
}

function readBlock(source: string, path: string): Record<string, unknown> | undefined {
  try {
    const { block } = splitFrontMatter(source, path)
    return block === undefined ? undefined : parseFrontMatter(block, path)
  } catch (error) {
    if (error instanceof PageError) return undefined
    throw error
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
