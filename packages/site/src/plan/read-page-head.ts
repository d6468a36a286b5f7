import { closeSync, openSync, readSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PageError } from '../page/page-error.ts'
import { readFrontMatter } from '../page/read-front-matter.ts'

// Holds the front matter of nearly every page, so that planning 100,000 pages does not read them whole.
const firstBytes = 4096

// Read at once a head costs a fifth of reading it by promises; after so many the rest of the process has its turn.
const headsATurn = 50
let headsRead = 0

/** The front matter at the head of a page. What is wrong with it is said when the page itself is read. */
export async function readPageHead(path: string): Promise<Record<string, unknown>> {
  if (++headsRead % headsATurn === 0) await nextTurn()
  const source = readHead(path)
  try {
    return readFrontMatter(source, path)
  } catch (error) {
    if (error instanceof PageError) return {}
    throw error
  }
}

function readHead(path: string): string {
  const file = openSync(path, 'r')
  try {
    for (let size = firstBytes; ; size *= 16) {
      const buffer = Buffer.allocUnsafe(size)
      const length = readSync(file, buffer, 0, size, 0)
      const text = buffer.toString('utf8', 0, length)
      if (length < size || !text.startsWith('---') || /\n(?:---|\.\.\.)[ \t]*\r?\n/.test(text)) return text
    }
  } finally {
    closeSync(file)
  }
}
