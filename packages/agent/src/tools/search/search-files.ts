import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { limits } from '../../limits.ts'
import { createFinder } from '../../text/find-text.ts'

export interface SearchOrder {
  root: string
  folder: string
  text: string
  isPattern: boolean
  ignoreCase: boolean
}

export interface SearchResult {
  /** `path:line: text` */
  matches: string[]
  isFull: boolean
  isTooMuch: boolean
}

/** Line by line, in the order of the paths. Files that are large or not text are passed over. */
export async function searchFiles({ root, ...order }: SearchOrder, paths: readonly string[]): Promise<SearchResult> {
  const isFound = createTest(order)
  const matches: string[] = []
  const deadline = performance.now() + limits.searchMs
  let bytes = 0
  for (const path of paths) {
    const content = await readSmallFile(`${root}/${path}`)
    bytes += content.length
    if (bytes > limits.searchBytes || performance.now() > deadline) return { matches, isFull: false, isTooMuch: true }
    if (content.includes(0)) continue
    const text = content.toString('utf8')
    // Half a million empty lines take five times as long as the text that they are.
    if (!order.isPattern && !isFound(text)) continue
    let number = 0
    for (const line of linesOf(text)) {
      number += 1
      if (!isFound(line)) continue
      if (matches.length === limits.searchMatches) return { matches, isFull: true, isTooMuch: false }
      matches.push(`${path}:${number}: ${line.slice(0, limits.lineLength)}`)
    }
  }
  return { matches, isFull: false, isTooMuch: false }
}

/** A pattern may take for ever on some lines: only a process that can be ended tries one. */
function createTest({ text, isPattern, ignoreCase }: Omit<SearchOrder, 'root' | 'folder'>): (line: string) => boolean {
  if (isPattern) {
    const pattern = new RegExp(text, ignoreCase ? 'i' : '')
    return (line) => pattern.test(line)
  }
  const find = createFinder(ignoreCase ? text.toLowerCase() : text)
  return (line) => find(ignoreCase ? line.toLowerCase() : line) >= 0
}

function* linesOf(text: string): Generator<string> {
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    start = end + 1
  }
  yield text.slice(start)
}

async function readSmallFile(path: string): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  const { size } = await file.stat()
  return size <= limits.fileBytes ? file.readFile() : Buffer.alloc(0)
}
