import { open } from 'node:fs/promises'
import { PageError } from '../page/page-error.ts'
import { readFrontMatter } from '../page/read-front-matter.ts'

// Holds the front matter of nearly every page, so that planning 100,000 pages does not read them whole.
const firstBytes = 4096

/** The front matter at the head of a page. What is wrong with it is said when the page itself is read. */
export async function readPageHead(path: string): Promise<Record<string, unknown>> {
  const source = await readHead(path)
  try {
    return readFrontMatter(source, path)
  } catch (error) {
    if (error instanceof PageError) return {}
    throw error
  }
}

async function readHead(path: string): Promise<string> {
  await using file = await open(path)
  for (let size = firstBytes; ; size *= 16) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(size), position: 0 })
    const text = buffer.toString('utf8', 0, bytesRead)
    if (bytesRead < size || !text.startsWith('---') || /\n(?:---|\.\.\.)[ \t]*\r?\n/.test(text)) return text
  }
}
